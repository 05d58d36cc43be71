import { Captions, Download } from "lucide-react";
import type { LaneView } from "#app/core/pages/playback-views.ts";
import type { SharedRecording } from "#app/core/pages/shared-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Timeline } from "#app/ui/features/player/timeline.tsx";
import { SharedSummary } from "./shared-summary.tsx";
import { SharedWords, WORDS_ID } from "./shared-words.tsx";
import { WORDS } from "./use-pulse.ts";

/** What of a recording is shown under its title, on a page of its own or in a list. */
type OfRecording = { view: SharedRecording };
type InWorkspace = OfRecording & { workspace: string };
type BodyProps = InWorkspace & {
  lanes: readonly LaneView[];
  /** What its address names besides the moment. */
  query?: string;
};

/** Where it lies in its call, how long it is, its sound and its words. */
export function SharedBody({ view, workspace, lanes, query = "" }: BodyProps) {
  return (
    <>
      {view.card === null ? null : (
        <p className="mt-3 text-lg leading-snug text-ink-soft wrap-anywhere">{view.card}</p>
      )}
      <Length view={view} />
      <Sound view={view} lanes={lanes} />
      {view.summary === null || view.summary.length === 0 ? null : (
        <SharedSummary sections={view.summary} />
      )}
      <Words {...{ view, workspace, query }} />
      <Downloads view={view} />
    </>
  );
}

function Length({ view }: OfRecording) {
  const { t } = useTranslation("shared");
  const { duration } = useFormat();
  return view.range === null ? (
    <p className="mt-3 mb-2 font-mono text-xs text-ink-muted">
      {t("page.long", { time: duration(view.durationMs) })}
    </p>
  ) : (
    <Place view={view} range={view.range} />
  );
}

/** Where the part lies in the call. */
function Place({ view, range }: OfRecording & { range: NonNullable<SharedRecording["range"]> }) {
  const { t } = useTranslation("shared");
  const { duration } = useFormat();
  const share = (ms: number) => `${(ms / Math.max(1, view.callDurationMs)) * 100}%`;
  return (
    <div className="mt-4 mb-2 font-mono text-xs text-ink-muted">
      <span aria-hidden className="relative mb-1 block h-1 overflow-hidden rounded-full bg-line">
        <span
          className="absolute inset-y-0 rounded-full bg-ink"
          style={{ left: share(range.t0Ms), width: `max(3px, ${share(range.t1Ms - range.t0Ms)})` }}
        />
      </span>
      <span className="flex justify-between gap-3">
        <span>{t("page.long", { time: duration(view.durationMs) })}</span>
        <span>{t("page.partOf", { from: duration(range.t0Ms), to: duration(range.t1Ms) })}</span>
      </span>
    </div>
  );
}

function Sound({ view, lanes }: OfRecording & { lanes: readonly LaneView[] }) {
  const { audioUrl } = view;
  return (
    <>
      {audioUrl === null ? null : (
        <noscript>
          {/* The words are on the same page. */}
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
          <audio
            controls
            preload="none"
            src={startingAt(audioUrl, view.startMs)}
            className="mb-3 w-full"
          />
        </noscript>
      )}
      <div className="noscript:hidden desk:rounded-b-panel desk:border-b desk:border-line">
        <Timeline lanes={lanes} layers={NO_LAYERS} />
      </div>
    </>
  );
}

/** Native controls begin where the address says. */
const startingAt = (url: string, startMs: number | null): string =>
  startMs === null ? url : `${url}#t=${startMs / 1_000}`;

const NO_LAYERS: readonly never[] = [];

function Words({ view, workspace, query }: InWorkspace & { query: string }) {
  const { t } = useTranslation("shared");
  if (view.words === null)
    return (
      <p className="mt-4 text-sm text-ink-muted">
        {t(view.captionsUrl === null ? "page.noWords" : "page.noneSaid")}
      </p>
    );
  return (
    <div id={WORDS_ID} className="mt-4" {...{ [WORDS]: "" }}>
      <SharedWords
        key={view.words.index.number}
        {...{ view, workspace, query }}
        start={view.words}
      />
    </div>
  );
}

/** Files are asked for by a load of their own: they are no pages. */
function Downloads({ view: { downloadUrl, captionsUrl } }: OfRecording) {
  const { t } = useTranslation("shared");
  if (downloadUrl === null && captionsUrl === null) return null;
  return (
    <p className="mt-5 flex flex-wrap gap-2">
      {downloadUrl === null ? null : (
        <LinkButton to={downloadUrl} reloadDocument icon={Download}>
          {t("page.download")}
        </LinkButton>
      )}
      {captionsUrl === null ? null : (
        <LinkButton to={captionsUrl} reloadDocument icon={Captions} download="captions.vtt">
          {t("page.captions")}
        </LinkButton>
      )}
    </p>
  );
}
