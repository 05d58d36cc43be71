import { db } from "#app/core/platform/db.server.ts";
import { visible } from "../access/access.ts";
import { type Member, withoutPrivate } from "../access/actor.ts";
import type { ClipSource } from "./clip-list-views.ts";

const MOST = 12;

/** Calls with sound that the actor may cut a clip of, the newest first; `q`: words of the title. */
export async function listClipSources(actor: Member, q: string): Promise<ClipSource[]> {
  const words = q.split(/\s+/).filter((word) => word !== "");
  const found = await db.call.findMany({
    where: {
      AND: [
        visible(withoutPrivate(actor), "clip.create"),
        ...words.map((word) => ({ title: { contains: word, mode: "insensitive" as const } })),
      ],
      ...{ state: "available", durationMs: { not: null } },
      recordings: {
        some: {
          ...{ isPrimary: true, mediaRemovedAt: null },
          files: { some: { kind: { in: ["mix", "track"] } } },
        },
      },
    },
    orderBy: [{ startedAt: { sort: "desc", nulls: "last" } }, { id: "desc" }],
    take: MOST,
    select: {
      ...{ id: true, title: true, startedAt: true, durationMs: true },
      owner: { select: { name: true } },
    },
  });
  return found.map(({ startedAt, durationMs, owner, ...call }) => ({
    ...call,
    ...{ startedAt: startedAt?.toISOString() ?? null, durationMs: durationMs ?? 0 },
    owner: owner.name,
  }));
}
