import type { ClipsView } from "#app/core/pages/clips-data.server.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { ListForm } from "#app/ui/components/form/list-form.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";

/** Of which call the new clip is: it opens ready to mark where the clip begins and ends. */
export function SourcePanel({ q, calls }: NonNullable<ClipsView["sources"]>) {
  const { t } = useTranslation("clip");
  const { t: ofList } = useTranslation("clips");
  const { duration, day } = useFormat();
  return (
    <Panel title={ofList("source.title")}>
      <div className="grid gap-3">
        <p className="text-sm text-ink-muted">{t("newWhere")}</p>
        <ListForm action={paths.clips()} label={ofList("source.title")} look="flex flex-wrap gap-2">
          <input type="hidden" name="new" value="1" />
          <input
            key={q}
            type="search"
            name="find"
            aria-label={ofList("source.find")}
            placeholder={ofList("source.find")}
            maxLength={120}
            defaultValue={q}
            className={controlLook({ size: "small", className: "w-60" })}
          />
          <Button type="submit" size="small">
            {ofList("source.search")}
          </Button>
          <span className="grow" />
          <LinkButton to={paths.clips()}>{ofList("source.cancel")}</LinkButton>
        </ListForm>
        {calls.length === 0 ? (
          <p role="status" className="text-sm text-ink-muted">
            {ofList(q === "" ? "source.noCalls" : "source.none")}
          </p>
        ) : (
          <ul aria-label={ofList("source.calls")} className="divide-y divide-line text-sm">
            {calls.map(({ id, title, owner, startedAt, durationMs }) => (
              <li key={id} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-1.5">
                <span className="min-w-0 grow wrap-anywhere">
                  <TextLink to={paths.playback(id, { clip: "new" })}>
                    <bdi>{title}</bdi>
                  </TextLink>
                </span>
                <bdi className="text-xs text-ink-muted">{owner}</bdi>
                {startedAt === null ? null : (
                  <span className="text-xs text-ink-muted">{day(startedAt)}</span>
                )}
                <span className="font-mono text-xs text-ink-muted">{duration(durationMs)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}
