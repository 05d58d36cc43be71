import { useFetcher } from "@remix-run/react";
import { Plus, X } from "lucide-react";
import { lazy, useState } from "react";
import type { CallLabelView } from "#app/core/domain/label/label-views.ts";
import type { PlaybackView } from "#app/core/pages/playback-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { LateContent } from "#app/ui/components/primitive/late-content.tsx";
import { Popover } from "#app/ui/components/primitive/popover.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";

const LabelPicker = lazy(async () => ({
  default: (await import("./label-picker.tsx")).LabelPicker,
}));

type Props = { view: PlaybackView };

/** The labels of a call, and for who may change it the ways to give and take them. */
export function CallLabels({ view: { call, labels, can } }: Props) {
  const { t } = useTranslation("playback");
  const [isOpen, setOpen] = useState(false);
  const canChange = useReadOnly() === undefined && can.editCall;
  if (labels.length === 0 && !canChange) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {labels.length === 0 ? null : (
        <ul aria-label={t("label.title")} className="flex flex-wrap items-center gap-1.5">
          {labels.map((label) => (
            <li key={label.id}>
              <Tag dot={label.colour}>
                <span className="inline-flex items-center gap-1">
                  <bdi title={label.isByRule ? t("label.byRule") : undefined}>{label.name}</bdi>
                  {canChange ? <Remove label={label} /> : null}
                </span>
              </Tag>
            </li>
          ))}
        </ul>
      )}
      {canChange ? (
        <span className="noscript:hidden">
          <Popover
            label={t("label.title")}
            open={isOpen}
            onOpenChange={setOpen}
            trigger={
              <Button tone="quiet" size="small">
                <Icon of={Plus} />
                {t("label.add")}
              </Button>
            }
          >
            <LateContent>
              <LabelPicker callId={call.id} given={labels} />
            </LateContent>
          </Popover>
        </span>
      ) : null}
    </div>
  );
}

function Remove({ label: { id, name } }: { label: CallLabelView }) {
  const { t } = useTranslation("playback");
  const { Form, state } = useFetcher();
  return (
    <Form method="post" className="inline-flex">
      <input type="hidden" name="labelId" value={id} />
      <button
        type="submit"
        name="intent"
        value="take_label"
        aria-label={t("label.remove", { name })}
        disabled={state !== "idle"}
        className="grid size-6 -my-1 -mr-1.5 place-items-center rounded-full text-ink-muted hover:text-ink"
      >
        <Icon of={X} />
      </button>
    </Form>
  );
}
