import { Form } from "@remix-run/react";
import type { ClipLine, DeletedClip } from "#app/core/domain/clip/clip-list-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Checkbox } from "#app/ui/components/primitive/checkbox.tsx";
import { Moment } from "#app/ui/components/primitive/moment.tsx";

type Props = {
  clips: readonly ClipLine[];
  selected: ReadonlySet<string>;
  /** Absent where nothing may be done with them. */
  onSelect: ((id: string, isOn: boolean) => void) | undefined;
};

/** Clips that were deleted, with who did it, until when they are kept, and the way back. */
export function DeletedClips({ clips, selected, onSelect }: Props) {
  const { t } = useTranslation("clips");
  const { t: ofClip } = useTranslation("clip");
  const { duration } = useFormat();
  return (
    <ul
      aria-label={t("trash.list")}
      className="divide-y divide-line rounded-panel border border-line bg-surface-raised text-sm"
    >
      {clips.map(({ id, title, owner, call, isCallTrashed, durationMs, deleted }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-3.5 py-2.5">
          {onSelect === undefined ? null : (
            <span className="grid w-5 place-items-center noscript:hidden">
              {mayRestore(deleted) ? (
                <Checkbox
                  aria-label={t("select", { title })}
                  checked={selected.has(id)}
                  onChange={({ currentTarget }) => onSelect(id, currentTarget.checked)}
                />
              ) : null}
            </span>
          )}
          <div className="min-w-40 flex-1">
            <p className="font-medium wrap-anywhere">
              <bdi>{title}</bdi>
            </p>
            <p className="text-xs text-ink-muted">
              {isCallTrashed || call === null ? null : (
                <>
                  {ofClip("facts.from")} <bdi>{call.title}</bdi>
                  {" · "}
                </>
              )}
              <bdi>{owner.name}</bdi>
              {" · "}
              <span className="font-mono">{duration(durationMs)}</span>
            </p>
          </div>
          {deleted === null ? null : <WhenGone {...deleted} />}
          {mayRestore(deleted) ? (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="clipId" value={id} />
              <FormButton
                tone="plain"
                size="small"
                name="intent"
                value="restore_clip"
                aria-label={t("trash.restoreOf", { title })}
              >
                {t("trash.restore")}
              </FormButton>
            </Form>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** One that went with its call comes back with it. */
export const mayRestore = (deleted: DeletedClip | null): boolean => deleted?.endsAt != null;

function WhenGone({ at, by, endsAt }: DeletedClip) {
  const { t } = useTranslation("clips");
  const { date } = useFormat();
  return (
    <p className="text-xs text-ink-soft">
      {by === null ? t("trash.some") : t("trash.by", { name: by })}
      {" · "}
      <Moment iso={at} />
      <span className="block text-ink-muted">
        {endsAt === null ? t("trash.withCall") : t("trash.ends", { date: date(endsAt) })}
      </span>
    </p>
  );
}
