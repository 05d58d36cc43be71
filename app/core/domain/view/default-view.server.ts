import { db } from "#app/core/platform/db.server.ts";
import { visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { keepDefaultView } from "../account/preferences.server.ts";
import { DomainError } from "../errors.ts";

/** Has a view open by itself, for the actor; null for none. @throws DomainError `forbidden`, `not_found` */
export async function chooseDefaultView(
  actor: Member,
  viewId: string | null,
): Promise<{ facts: { name: string } }> {
  const view =
    viewId === null
      ? null
      : await db.savedView.findFirst({
          where: { id: viewId, deletedAt: null, AND: visible(actor, "view.read") },
          select: { name: true },
        });
  if (viewId !== null && !view) throw new DomainError("not_found");
  await keepDefaultView(actor, viewId);
  return { facts: { name: view?.name ?? "" } };
}
