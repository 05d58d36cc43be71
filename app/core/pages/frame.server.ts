import type { Member } from "#app/core/domain/access/actor.ts";
import { signUpOpening } from "#app/core/domain/account/sign-up.server.ts";
import { noticeGlance } from "#app/core/domain/notification/inbox.server.ts";
import { listComponents } from "#app/core/domain/component/component-status.server.ts";
import { findOwnCall } from "./console.server.ts";
import { serverTime } from "#app/core/domain/server-time.server.ts";
import { Prisma, rows } from "#app/core/platform/db.server.ts";
import { queueCount } from "./home-queue-sql.server.ts";
import { callGlance } from "./recordings.server.ts";

type Glance = {
  needs: number;
  waiting: number;
  arriving: number;
  has_own: boolean;
  unread: number;
  newest: string | null;
};

/** What every page counts, in one statement: calls that need the actor, other things to do, calls in work, notices. */
export async function glanceAround(actor: Member) {
  const [found] = await rows<Glance>(
    Prisma.sql`SELECT ${callGlance(actor)}, ${queueCount(actor)} AS waiting, ${noticeGlance(actor)}`,
    { isPrepared: true },
  );
  const { needs = 0, waiting = 0, arriving = 0, has_own = false } = found ?? {};
  return {
    ...{ needs, waiting, arriving, hasOwnCall: has_own },
    notices: { unread: found?.unread ?? 0, newest: found?.newest ?? null },
  };
}

/** What is around every signed-in screen: who is here with which rights, the own call, and how the parts are. */
export async function getFrame(actor: Member) {
  const readAt = serverTime();
  const [parts, { needs, waiting, arriving, hasOwnCall, notices }] = await Promise.all([
    listComponents(),
    glanceAround(actor),
  ]);
  return {
    readAt,
    member: { id: actor.memberId, name: actor.name, email: actor.email, role: actor.role },
    demo: actor.isDemo ? { canSignUp: (await signUpOpening()) === "open" } : null,
    rights: {
      viewing: actor.impersonator === null ? null : actor.name,
      privateUntil: actor.privateUntil,
    },
    needs: needs + waiting,
    arriving,
    notices,
    live: hasOwnCall ? await findOwnCall(actor) : null,
    speech: parts.find(({ name }) => name === "speech") ?? null,
  };
}
