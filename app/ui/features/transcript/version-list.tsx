import type { TranscriptView } from "#app/core/domain/transcript/transcript-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { useCorrection } from "./correction.ts";
import { versionName } from "./version-name.ts";

type Props = { transcript: TranscriptView; action: string; canEdit: boolean; onDone: () => void };

/** Every version of the words, who made it and when, each of them one press from being current again. */
export function VersionList({ transcript, action, canEdit, onDone }: Props) {
  const { t } = useTranslation("transcript");
  return (
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
              onDone={onDone}
            />
          ) : null}
        </li>
      ))}
    </ul>
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
