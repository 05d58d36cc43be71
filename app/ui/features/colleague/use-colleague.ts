import { useEffect, useState } from "react";
import type { Colleague, ColleaguesView } from "#app/core/domain/recording/colleague-views.ts";
import { paths } from "#app/paths.ts";

/** A pause in typing. */
const PAUSE_MS = 250;

/** `isWaiting`: the name was not looked up yet, so that nothing may be sent that has not been shown. */
export type Looked = { member: Colleague | null; isPrivate: boolean; isWaiting: boolean };
type Answer = { name: string; member: Colleague | null; isPrivate: boolean };

/**
 * The member whom the name of a person of our side names. Where the question fails there is none: who is not shown is not
 * linked.
 */
export function useColleague(name: string, isOurs: boolean): Looked {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const wanted = isOurs ? name.trim() : "";
  useEffect(() => {
    if (wanted === "") return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      void ask(wanted, stop.signal).then((found) => {
        if (!stop.signal.aborted) setAnswer(found);
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [wanted]);
  const known = answer !== null && answer.name === wanted ? answer : null;
  return {
    member: known?.member ?? null,
    isPrivate: known?.isPrivate ?? false,
    isWaiting: wanted !== "" && known === null,
  };
}

async function ask(name: string, signal: AbortSignal): Promise<Answer> {
  try {
    const answer = await fetch(paths.recordingsColleagues(name), { signal });
    if (!answer.ok) throw new Error(String(answer.status));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own address's answer
    const { isPrivate, people } = (await answer.json()) as ColleaguesView;
    return { name, member: people[0]?.member ?? null, isPrivate };
  } catch {
    return { name, member: null, isPrivate: false };
  }
}
