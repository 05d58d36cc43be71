import { cva } from "class-variance-authority";
import type { PreviewHit, TrackerPreview } from "#app/core/domain/tracker/tracker-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Citation } from "#app/ui/components/instrument/citation.tsx";
import { VisuallyHidden } from "#app/ui/components/primitive/visually-hidden.tsx";

const SIGNS = { new: "+", dropped: "−", kept: "" } as const;
const quote = cva("wrap-anywhere", {
  variants: { state: { new: "", kept: "", dropped: "text-ink-muted line-through" } },
});
const VOICES = { R: "us", C: "them" } as const;

/** What a tracker would have heard in the last 30 days, beside what the version in use hears. */
export function PreviewPanel({ preview }: { preview: TrackerPreview }) {
  const { t } = useTranslation("dictionary");
  const { version, before, after, added, dropped } = preview;
  const asked = { value: t("preview.calls", { count: after }), name: t("preview.asked") };
  return (
    <PreviewOf
      {...preview}
      title={t("preview.title")}
      none={t("preview.none")}
      isNew={version === null}
      figures={
        version === null
          ? [asked]
          : [
              {
                value: t("preview.calls", { count: before }),
                name: t("preview.inUse", { n: version }),
              },
              asked,
              { value: `+${added} −${dropped}`, name: t("preview.change") },
            ]
      }
    />
  );
}

type Props = Pick<TrackerPreview, "calls" | "isMore" | "added" | "dropped" | "hits"> & {
  title: string;
  /** Said where there is no hit. */
  none: string;
  /** There is nothing it could be compared with. */
  isNew?: boolean;
  figures: readonly { value: string; name: string }[];
};

/** What something would hear in calls that are here: how often, and the first places. */
export function PreviewOf({ title, none, isNew = false, figures, ...preview }: Props) {
  const { t } = useTranslation("dictionary");
  const { calls, isMore, added, dropped, hits } = preview;
  const rest = added + dropped - hits.filter(({ state }) => state !== "kept").length;
  return (
    <section aria-label={title} className="grid content-start gap-2.5 text-sm">
      <p role="status">
        <b className="font-medium">{title}</b>{" "}
        <span className="text-xs text-ink-muted">
          {t(isMore ? "preview.newest" : "preview.of", { count: calls })}
        </span>
      </p>
      <dl className="flex flex-wrap gap-x-6 gap-y-2 border-b border-line pb-2.5">
        {figures.map((figure) => (
          <Figure key={figure.name} {...figure} />
        ))}
      </dl>
      {hits.length === 0 ? (
        <p className="text-ink-muted">{none}</p>
      ) : (
        <ul className="grid max-h-96 divide-y divide-line overflow-y-auto">
          {hits.map((hit) => (
            <li key={`${hit.callId} ${hit.t0Ms} ${hit.state} ${hit.marked}`}>
              <Hit hit={hit} isNew={isNew} />
            </li>
          ))}
        </ul>
      )}
      {rest <= 0 ? null : (
        <p className="text-xs text-ink-muted">{t("preview.rest", { count: rest })}</p>
      )}
    </section>
  );
}

const Figure = ({ value, name }: { value: string; name: string }) => (
  <div className="grid">
    <dt className="order-2 text-xs text-ink-muted">{name}</dt>
    <dd className="font-strong">{value}</dd>
  </div>
);

function Hit({ hit, isNew }: { hit: PreviewHit; isNew: boolean }) {
  const { t } = useTranslation("dictionary");
  const { state, callId, title, t0Ms, name, side, before, marked, after } = hit;
  return (
    <div className="grid grid-cols-[1rem_minmax(0,1fr)_auto] gap-x-1 py-2">
      <span aria-hidden className="font-mono">
        {isNew ? "" : SIGNS[state]}
      </span>
      <p className={quote({ state })}>
        {isNew || state === "kept" ? null : (
          <VisuallyHidden>{t(`preview.${state}`)} </VisuallyHidden>
        )}
        <bdi>{before}</bdi>
        <mark className="rounded-mark bg-mark text-ink">{marked}</mark>
        <bdi>{after}</bdi>
      </p>
      <Citation
        startMs={t0Ms}
        name={name?.split(/[\s\u3000]/u)[0] ?? t("preview.somebody")}
        side={side === null ? "none" : VOICES[side]}
        to={paths.playback(callId, { t: Math.floor(t0Ms / 1000) })}
      />
      <span className="col-start-2 text-xs text-ink-muted">
        <bdi>{title}</bdi>
      </span>
    </div>
  );
}
