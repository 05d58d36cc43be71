import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import type { CallLinksView } from "#app/core/pages/call-links.server.ts";
import type { RangeMs } from "#app/core/domain/views.ts";
import type { Evidence } from "#app/core/pages/home-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import type { Shown } from "./share-fields.tsx";
import { PreviewList } from "./share-list.tsx";
import type { ShareSubject } from "./share-subject.ts";

type Props = {
  subject: ShareSubject;
  view: CallLinksView;
  range: RangeMs | null;
  shown: Shown;
  /** Of a list. */
  hasWhys: boolean;
};

const MOST_LINES = 4;
/** A moment of rest of the thumbs before the words are asked for. */
const REST_MS = 400;
const INK = { R: "text-us-ink", C: "text-them-ink", none: "text-ink-soft" };
const COLOUR = { R: "bg-us", C: "bg-them", none: "bg-ink-muted" };

/** The visitor's page in small: title, where the part lies, who speaks when, the first words. */
export function SharePreview({ subject, view, range, shown, hasWhys }: Props) {
  const { t } = useTranslation("share");
  const { duration } = useFormat();
  const { load, data } = useFetcher<Evidence>();
  const [t0Ms, t1Ms] = [range?.t0Ms ?? 0, range?.t1Ms ?? view.durationMs];
  // Words of a clip are on its page; those of a part are read as it is chosen.
  const callId = subject.kind === "call" ? subject.id : null;
  useEffect(() => {
    if (callId === null) return undefined;
    const timer = setTimeout(() => load(paths.evidence(callId, { t: t0Ms, end: t1Ms })), REST_MS);
    return () => clearTimeout(timer);
  }, [load, callId, t0Ms, t1Ms]);
  const lines = data && "lines" in data ? data.lines : [];
  const voices = [...Map.groupBy(lines, ({ name, side }) => `${side ?? "none"} ${name}`)];
  const share = (ms: number) => `${((ms - t0Ms) / Math.max(1, t1Ms - t0Ms)) * 100}%`;
  return (
    <aside className="grid content-start gap-1.5">
      <h3 className="text-xs font-strong text-ink-muted">{t("preview")}</h3>
      <div className="grid gap-1.5 rounded-panel border border-line bg-surface px-3 py-2.5 text-xs">
        <p className="text-ink-soft">{view.workspace}</p>
        <p className="text-sm font-strong wrap-anywhere">{view.title}</p>
        {view.library === null ? null : <PreviewList list={view.library} hasWhys={hasWhys} />}
        <p className="font-mono text-2xs text-ink-muted" hidden={view.library !== null}>
          {range === null ? "" : `${duration(t0Ms)}–${duration(t1Ms)} · `}
          {duration(t1Ms - t0Ms)}
        </p>
        {view.clip?.card == null ? null : (
          <p className="text-ink-soft wrap-anywhere">{view.clip.card}</p>
        )}
        <div
          aria-hidden
          hidden={voices.length === 0}
          className="rounded-control border border-line bg-surface-raised py-1"
        >
          {voices.map(([voice, said]) => (
            <span key={voice} className="relative mx-2 block h-4">
              {said.map((line) => (
                <span
                  key={line.t0Ms}
                  className={`absolute top-1 bottom-1 rounded-chip ${COLOUR[line.side ?? "none"]}`}
                  style={{
                    left: share(line.t0Ms),
                    width: `max(2px, calc(${share(line.t1Ms)} - ${share(line.t0Ms)}))`,
                  }}
                />
              ))}
            </span>
          ))}
        </div>
        {shown.transcript ? (
          <ul className="grid gap-1">
            {lines.slice(0, MOST_LINES).map(({ name, side, text, t0Ms: at }) => (
              <li key={`${at} ${name}`}>
                {shown.names && name !== "" ? (
                  <span className={`block font-medium ${INK[side ?? "none"]}`}>{name}</span>
                ) : null}
                <span className="line-clamp-3">{text}</span>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      <p className="text-2xs text-ink-muted">{t("never")}</p>
    </aside>
  );
}
