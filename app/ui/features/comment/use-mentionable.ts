import { useFetcher } from "@remix-run/react";
import { useRef } from "react";
import type { Mentionable, MentionChoices } from "#app/core/domain/comment/comment-views.ts";
import { paths } from "#app/paths.ts";

/** Who can be mentioned on a call; null until somebody asks for them, which the second function does. */
export function useMentionable(callId: string): [readonly Mentionable[] | null, () => void] {
  const { load, data } = useFetcher<MentionChoices>();
  const isAsked = useRef(false);
  return [
    data?.people ?? null,
    () => {
      if (isAsked.current) return;
      isAsked.current = true;
      load(paths.mentionable(callId));
    },
  ];
}
