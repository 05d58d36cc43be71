import { Flag } from "lucide-react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useFormat } from "#app/i18n/place.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import type { RecorderState } from "./recorder-state.ts";

type Props = {
  marks: RecorderState["marks"];
  onDescribe: (id: string, body: string) => void;
};

/** Moments that were marked, newest first, each with room for a note. */
export function Marks({ marks, onDescribe }: Props) {
  const { t } = useTranslation("recorder");
  const { duration } = useFormat();
  return (
    <Panel title={t("marks.title", { count: marks.length })}>
      {marks.length === 0 ? (
        <p className="text-sm text-ink-muted">{t("marks.empty")}</p>
      ) : (
        <ul aria-label={t("marks.list")} className="divide-y divide-line">
          {marks.toReversed().map(({ id, t0Ms, body }) => (
            <li key={id} className="flex items-center gap-2.5 py-1.5">
              <Icon of={Flag} />
              <input
                aria-label={t("marks.note", { time: duration(t0Ms) })}
                placeholder={t("marks.add")}
                defaultValue={body}
                maxLength={4_000}
                onChange={(event) => onDescribe(id, event.currentTarget.value.trim())}
                className={controlLook({ size: "small", className: "min-w-0 grow" })}
              />
              <span className="font-mono text-xs text-ink-soft">{duration(t0Ms)}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
