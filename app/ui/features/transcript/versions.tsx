import { History } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type {
  TranscriptVersionView,
  TranscriptView,
} from "#app/core/domain/transcript/transcript-views.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Dialog } from "#app/ui/components/primitive/dialog.tsx";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { useCorrection } from "./correction.ts";

type Props = { transcript: TranscriptView; action: string; canEdit: boolean };

/** Every version of the words, who made it and when, each of them one press from being current again. */
export function Versions({ transcript, action, canEdit }: Props) {
  const { t } = useTranslation("transcript");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Dialog
      title={t("versions.title")}
      effect={t("versions.effect")}
      size="form"
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button tone="quiet" size="small" icon={History}>
          {t("versions.button", { count: transcript.versions.length })}
        </Button>
      }
    >
      <ul className="divide-y divide-line">
        {transcript.versions.map((version) => (
          <li key={version.number} className="flex flex-wrap items-center gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="text-base font-medium">{versionName(t, version)}</p>
              <p className="text-xs text-ink-muted">
                <Moment iso={version.at} />
              </p>
            </div>
            {version.isCurrent ? (
              <Tag tone="plain">{t("versions.current")}</Tag>
            ) : canEdit ? (
              <Revert
                to={version.number}
                number={transcript.number}
                action={action}
                onDone={() => setIsOpen(false)}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Revert({
  to,
  number,
  action,
  onDone,
}: {
  to: number;
  number: number;
  action: string;
  onDone: () => void;
}) {
  const { t } = useTranslation("transcript");
  const fetcher = useCorrection(onDone);
  return (
    <fetcher.Form method="post" action={action}>
      <input type="hidden" name="intent" value="revert_transcript" />
      <input type="hidden" name="number" value={number} />
      <input type="hidden" name="to" value={to} />
      <FormButton tone="plain" size="small" isBusy={fetcher.state !== "idle"}>
        {t("versions.revert", { number: to })}
      </FormButton>
      {fetcher.data?.status === "error" ? (
        <p role="alert" className="mt-1 text-xs text-danger">
          {t("versions.refused")}
        </p>
      ) : null}
    </fetcher.Form>
  );
}

type Say = ReturnType<typeof useTranslation<"transcript">>["t"];

/** "Version 2, edited by Mari" (look.md). */
export function versionName(
  t: Say,
  version: Pick<TranscriptVersionView, "number" | "origin" | "engine" | "by">,
): string {
  const { number } = version;
  if (version.origin === "import") return t("version.import", { number });
  if (version.origin === "edit") {
    return version.by === null
      ? t("version.edited", { number })
      : t("version.editedBy", { number, name: version.by });
  }
  return version.engine === null
    ? t("version.plain", { number })
    : t("version.engine", { number, engine: version.engine });
}
