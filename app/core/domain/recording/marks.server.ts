import { db } from "#app/core/platform/db.server.ts";
import { joinMarks, type MarkView } from "./mark-views.ts";

/** Gaps, pauses and holds of a call, by time; one that still goes on is not among them. */
export async function findMarks(workspaceId: string, callId: string): Promise<MarkView[]> {
  const by = { select: { name: true } } as const;
  const [gaps, spans] = await Promise.all([
    db.gap.findMany({
      where: { workspaceId, recording: { callId, isPrimary: true } },
      select: { t0Ms: true, t1Ms: true, cause: true, filledFrom: true, participant: by },
    }),
    db.callSpan.findMany({
      where: { workspaceId, callId },
      select: { kind: true, t0Ms: true, t1Ms: true, participant: by },
    }),
  ]);
  return joinMarks([
    ...gaps.map(({ participant, ...gap }) => ({
      ...gap,
      kind: "gap" as const,
      name: participant?.name ?? null,
    })),
    ...spans.flatMap(({ kind, t0Ms, t1Ms, participant }) =>
      t1Ms === null
        ? []
        : [
            {
              ...{ kind, t0Ms, t1Ms, cause: null, filledFrom: null },
              // The recording is paused for everybody, whoever pressed.
              name: kind === "hold" ? (participant?.name ?? null) : null,
            },
          ],
    ),
  ]);
}
