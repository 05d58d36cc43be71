import { Fragment } from "react";
import type { Reason, Snippet } from "#app/core/domain/search/search-views.ts";
import type { RecordingRow } from "#app/core/pages/recordings-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";

const LINE = "mt-0.5 block text-xs font-normal text-ink-soft";

/** Where the words were said; the link plays there. */
function SnippetLine({ callId, snippet }: { callId: string; snippet: Snippet }) {
  return (
    <span className={LINE}>
      <At callId={callId} t0Ms={snippet.t0Ms} />{" "}
      {snippet.speaker === "" ? null : <b className="font-medium">{snippet.speaker}: </b>}
      <Marked {...snippet} />
    </span>
  );
}

/** Where else the words stand, for a call in which nobody says them; the title is read above. */
function ReasonLine({ callId, reason }: { callId: string; reason: Reason }) {
  const { t } = useTranslation("search");
  const place = t(`in.${reason.place}`);
  const { t: summary } = useTranslation("summary");
  const field: string =
    reason.field === null ? "" : summary(`field.${reason.field}`, { defaultValue: reason.field });
  return (
    <span className={LINE}>
      {reason.commentId !== undefined || reason.t0Ms === null ? null : (
        <>
          <At callId={callId} t0Ms={reason.t0Ms} />{" "}
        </>
      )}
      {reason.commentId === undefined ? (
        <span className="text-ink-muted">{reason.place === "title" ? place : `${place}: `}</span>
      ) : (
        <>
          <TextLink
            tone="sentence"
            to={paths.playback(callId, { tab: "comments", comment: reason.commentId })}
          >
            {place}
          </TextLink>
          {": "}
        </>
      )}
      {field === "" ? null : `${field}: `}
      {reason.place === "title" ? null : <Marked {...reason} />}
    </span>
  );
}

function At({ callId, t0Ms }: { callId: string; t0Ms: number }) {
  const { duration } = useFormat();
  return (
    <TextLink tone="sentence" to={paths.playback(callId, { t: Math.floor(t0Ms / 1000) })}>
      {duration(t0Ms)}
    </TextLink>
  );
}

/** A text with the words that were looked for marked. */
function Marked({ text, marks }: { text: string; marks: [number, number][] }) {
  return (
    <>
      {marks.map(([from, to], n) => (
        // Marks of one sentence never move against each other.
        <Fragment key={from}>
          {text.slice(marks[n - 1]?.[1] ?? 0, from)}
          <mark className="rounded-mark bg-mark text-ink">{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  );
}

export const hasHits = (row: RecordingRow): boolean => row.snippets.length + row.reasons.length > 0;

/** Why a search found a call. */
export const HitLines = ({ row }: { row: RecordingRow }) => (
  <>
    {row.snippets.map((snippet) => (
      <SnippetLine key={snippet.t0Ms} callId={row.callId} snippet={snippet} />
    ))}
    {row.reasons.map((reason) => (
      <ReasonLine key={reason.place} callId={row.callId} reason={reason} />
    ))}
  </>
);
