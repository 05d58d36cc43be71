import { Fragment } from "react";
import { findMentions } from "#app/core/domain/comment/mentions.ts";
import type { PersonRef } from "#app/core/domain/views.ts";

/** What somebody wrote, line by line, with the people it speaks to. */
export function CommentText({ body, mentions }: { body: string; mentions: readonly PersonRef[] }) {
  const places = mentions.length === 0 ? [] : findMentions(body, mentions);
  return (
    <p className="mt-1.5 text-base leading-normal wrap-anywhere whitespace-pre-wrap">
      {places.map(({ from, to }, n) => (
        // Mentions of one text never move against each other.
        <Fragment key={from}>
          {body.slice(places[n - 1]?.to ?? 0, from)}
          <span className="rounded-mark bg-surface-chosen px-0.5 font-medium">
            {body.slice(from, to)}
          </span>
        </Fragment>
      ))}
      {body.slice(places.at(-1)?.to ?? 0)}
    </p>
  );
}
