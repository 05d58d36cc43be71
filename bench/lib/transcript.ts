import * as z from "zod";
import type { Visitor } from "#scripts/demo/door.ts";

const exported = z.object({
  speakers: z.array(z.object({ name: z.string() })),
  segments: z.array(
    z.object({
      speaker: z.number().nullable(),
      words: z.array(
        z.tuple([z.string(), z.number(), z.number(), z.number().nullable(), z.number()]),
      ),
    }),
  ),
});
export type Heard = { text: string; startMs: number; endMs: number };

/** The words of one speaker, as a member downloads them: lower case, terms in the spelling of speech. */
export async function wordsOf(visitor: Visitor, callId: string, speaker: string): Promise<Heard[]> {
  const answer = await fetch(`${visitor.origin}/calls/${callId}/export/1.json`, {
    headers: { cookie: visitor.cookie },
  });
  if (!answer.ok) throw new Error(`The transcript cannot be had (${answer.status}).`);
  const { speakers, segments } = exported.parse(await answer.json());
  const lane = speakers.findIndex(({ name }) => name === speaker);
  return segments
    .filter((segment) => segment.speaker === lane)
    .flatMap(({ words }) =>
      words.flatMap(([text, startMs, endMs]) =>
        text
          .toLowerCase()
          .split(/[^a-z']+/)
          .filter(Boolean)
          .map((part) => ({ text: part, startMs, endMs })),
      ),
    );
}
