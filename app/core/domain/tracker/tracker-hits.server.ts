import { Prisma, rows, type Tx } from "#app/core/platform/db.server.ts";
import type { Side } from "../views.ts";
import { baseLanguage } from "../words/lexicon.ts";
import type { SpokenSegment } from "../words/spoken.ts";
import { type ActiveTracker, trackerMatcher } from "./matcher.ts";
import { parsePhrase, type Phrase } from "./phrase.ts";
import type { TrackerCategory } from "./tracker.schema.ts";

/** `hit.rule` of a tracker. */
export const trackerRule = (trackerId: string): string => `tracker:${trackerId}`;

export type CallTracker = ActiveTracker & { category: TrackerCategory };

/** A row of table hit, as `hits` makes them, with the kind of its tracker. */
export type TrackerHit = {
  kind: "tracker";
  rule: string;
  ruleVersion: number;
  label: string;
  participantId: string | null;
  side: Side | null;
  /** The number of the transcript segment it begins in. */
  segment: number;
  t0Ms: number;
  t1Ms: number;
  isUnsure: boolean;
  category: TrackerCategory;
};

type Row = {
  id: string;
  number: number;
  name: string;
  category: TrackerCategory;
  side: Side | null;
  phrases: string[];
};

/** The trackers a call is read with: the workspace's and its team's, in its language, each in its newest version. */
export async function findTrackersOf(call: {
  workspaceId: string;
  teamId: string | null;
  language: string;
}): Promise<CallTracker[]> {
  const found = await rows<Row>(Prisma.sql`
    SELECT tk.id, tk.number, tk.name, v.category, v.side, v.phrases FROM tracker tk
    JOIN tracker_version v ON v.workspace_id = tk.workspace_id AND v.tracker_id = tk.id AND v.number = tk.number
    WHERE tk.workspace_id = ${call.workspaceId}::uuid AND tk.archived_at IS NULL AND v.language = ${baseLanguage(call.language)}
      AND (tk.team_id IS NULL OR tk.team_id = ${call.teamId}::uuid)
    ORDER BY tk.id`);
  return found.map(({ id, number, name, category, side, phrases }) => ({
    ...{ id, name, category, side, version: number },
    phrases: readPhrases(phrases),
  }));
}

/** Phrases as they are looked for: they were checked when they were stored. */
export const readPhrases = (phrases: readonly string[]): Phrase[] =>
  phrases.flatMap((text) => {
    const phrase = parsePhrase(text);
    return typeof phrase === "string" ? [] : [phrase];
  });

/** Where the trackers of a call fired, by time. */
export function findTrackerHits(
  trackers: readonly CallTracker[],
  { segments, language }: { segments: readonly SpokenSegment[]; language: string },
): TrackerHit[] {
  const categories = new Map(trackers.map(({ id, category }) => [id, category]));
  return trackerMatcher(trackers, language)
    .find(segments)
    .map(({ tracker, segment, t0Ms, t1Ms }) => ({
      kind: "tracker" as const,
      rule: trackerRule(tracker.id),
      ruleVersion: tracker.version,
      label: tracker.name,
      participantId: segment.participantId,
      side: segment.side,
      segment: segment.no,
      ...{ t0Ms, t1Ms, isUnsure: false },
      category: categories.get(tracker.id) ?? ("custom" as const),
    }))
    .toSorted((a, b) => a.t0Ms - b.t0Ms);
}

/** Remembers which version of each tracker a transcript was read with. */
export async function writeReading(
  tx: Tx,
  { workspaceId, transcriptId }: { workspaceId: string; transcriptId: string },
  trackers: readonly CallTracker[],
): Promise<void> {
  const numbers = JSON.stringify(
    Object.fromEntries(trackers.map(({ id, version }) => [id, version])),
  );
  await tx.$executeRaw`
    INSERT INTO tracker_reading (workspace_id, transcript_id, numbers) VALUES (${workspaceId}::uuid, ${transcriptId}::uuid, ${numbers}::jsonb)
    ON CONFLICT (workspace_id, transcript_id) DO UPDATE SET numbers = excluded.numbers`;
}
