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
  title: string;
  range: RangeMs | null;
  shown: Shown;
  message: string;
  /** Of a list. */
  hasWhys: boolean;
};

const MOST_LINES = 4;
/** A moment of rest of the thumbs before the words are asked for. */
const REST_MS = 400;
const INK = { R: "text-us-ink", C: "text-them-ink", none: "text-ink-soft" };
const COLOUR = { R: "bg-us", C: "bg-them", none: "bg-ink-muted" };

/** The visitor's page in small: title, sender, where the part lies, who speaks when, the first words. */
export function SharePreview(props: Props) {
  const { subject, view, title, range, shown, message, hasWhys } = props;
  const { t } = useTranslation("share");
  const { t: visitors } = useTranslation("shared");
  const { duration } = useFormat();
  const [t0Ms, t1Ms] = [range?.t0Ms ?? 0, range?.t1Ms ?? view.durationMs];
  return (
    <aside className="grid content-start gap-1.5">
      <h3 className="text-xs font-strong text-ink-muted">{t("preview")}</h3>
      <div className="grid gap-1.5 rounded-panel border border-line bg-surface px-3 py-2.5 text-xs">
        <p className="text-ink-soft">{view.workspace}</p>
        <p className="text-sm font-strong wrap-anywhere">{title}</p>
        <p className="text-2xs text-ink-soft">{visitors("page.from", { name: view.me })}</p>
        {message.trim() === "" ? null : (
          <p className="line-clamp-4 rounded-control border border-line bg-surface-raised px-2 py-1.5 whitespace-pre-line wrap-anywhere">
            {message.trim()}
          </p>
        )}
        {view.library === null ? null : <PreviewList list={view.library} hasWhys={hasWhys} />}
        <p className="font-mono text-2xs text-ink-muted" hidden={view.library !== null}>
          {range === null
            ? visitors("page.long", { time: duration(t1Ms - t0Ms) })
            : `${visitors("page.partOf", { from: duration(t0Ms), to: duration(t1Ms) })}, ${duration(t1Ms - t0Ms)}`}
        </p>
        {view.clip?.card == null ? null : (
          <p className="text-ink-soft wrap-anywhere">{view.clip.card}</p>
        )}
        <PreviewLanes lanes={view.lanes} {...{ t0Ms, t1Ms }} />
        {shown.summary ? <p className="font-medium">{visitors("page.summary")}</p> : null}
        {/* Words of a clip are on its page; those of a part are read as it is chosen. */}
        {subject.kind === "call" && shown.transcript ? (
          <PreviewWords callId={subject.id} {...{ view, t0Ms, t1Ms }} hasNames={shown.names} />
        ) : null}
        {shown.transcript || view.library !== null ? null : (
          <p className="text-ink-muted">{visitors("page.noWords")}</p>
        )}
        {shown.download ? (
          <p className="justify-self-start rounded-control border border-line-strong px-2 py-1">
            {visitors("page.download")}
          </p>
        ) : null}
      </div>
      <p className="text-2xs text-ink-muted">{t("never")}</p>
    </aside>
  );
}

type LanesProps = RangeMs & { lanes: CallLinksView["lanes"] };

/** Who speaks when in the part, of all voices that may leave. */
function PreviewLanes({ lanes, t0Ms, t1Ms }: LanesProps) {
  const share = (ms: number) => `${((ms - t0Ms) / Math.max(1, t1Ms - t0Ms)) * 100}%`;
  const inside = lanes.map(({ side, spoken }) => ({
    side: side ?? ("none" as const),
    spoken: spoken
      .filter((piece) => piece.t1Ms > t0Ms && piece.t0Ms < t1Ms)
      .map((piece) => ({
        t0Ms: Math.max(t0Ms, piece.t0Ms),
        t1Ms: Math.min(t1Ms, piece.t1Ms),
      })),
  }));
  const voices = inside.filter(({ spoken }) => spoken.length > 0);
  return (
    <div
      aria-hidden
      hidden={voices.length === 0}
      className="rounded-control border border-line bg-surface-raised py-1"
    >
      {voices.map(({ side, spoken }, at) => (
        <span key={`${side} ${at}`} className="relative mx-2 block h-4">
          {spoken.map((piece) => (
            <span
              key={piece.t0Ms}
              className={`absolute top-1 bottom-1 rounded-chip ${COLOUR[side]}`}
              style={{
                left: share(piece.t0Ms),
                width: `max(2px, calc(${share(piece.t1Ms)} - ${share(piece.t0Ms)}))`,
              }}
            />
          ))}
        </span>
      ))}
    </div>
  );
}

type WordsProps = RangeMs & { callId: string; view: CallLinksView; hasNames: boolean };

/** The first words of the part; a coach is in no link. */
function PreviewWords({ callId, view, hasNames, t0Ms, t1Ms }: WordsProps) {
  const { load, data } = useFetcher<Evidence>();
  useEffect(() => {
    const timer = setTimeout(() => load(paths.evidence(callId, { t: t0Ms, end: t1Ms })), REST_MS);
    return () => clearTimeout(timer);
  }, [load, callId, t0Ms, t1Ms]);
  const lines = data && "lines" in data ? data.lines : [];
  const said = lines.filter(({ name, side }) =>
    view.lanes.some((lane) => lane.name === name && lane.side === side),
  );
  return (
    <ul className="grid gap-1">
      {said.slice(0, MOST_LINES).map(({ name, side, text, t0Ms: at }) => (
        <li key={`${at} ${name}`}>
          {hasNames && name !== "" ? (
            <span className={`block font-medium ${INK[side ?? "none"]}`}>{name}</span>
          ) : null}
          <span className="line-clamp-3">{text}</span>
        </li>
      ))}
    </ul>
  );
}
