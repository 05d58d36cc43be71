import * as z from "zod";
import type { Member, Origin } from "#app/core/domain/access/actor.ts";
import type { PublicPermission } from "#app/core/domain/access/policy/policy.ts";
import {
  askAgain,
  askCode,
  dropAddress,
  giveCode,
  givePassword,
  type LinkRequest,
  openCounted,
} from "#app/core/domain/share/conditions.server.ts";
import { codeForm, emailForm, linkPasswordForm } from "#app/core/domain/share/visit.schema.ts";
import { commandsFor } from "./commands.ts";
import { type LobbySituation, lobbyCommands } from "./lobby-commands.server.ts";

type Situation = LobbySituation & {
  /** Of the browser's cookie. */
  secret: string | null;
  origin: Origin;
  language: "en" | "ja";
};
const { command, table } = commandsFor<Member | null, PublicPermission, Situation>();
const linkRequestOf = (
  actor: Member | null,
  { urlPath, secret, origin }: Situation,
): LinkRequest => ({ urlPath, secret, origin, memberId: actor?.memberId ?? null });

/** What the page of a shared link may ask for: to meet the conditions of a recording, or to join a call. */
export const sharedCommands = table({
  ...lobbyCommands.commands,
  password: command({
    schema: linkPasswordForm,
    needs: "share.open",
    run: (actor, { password }, situation) =>
      givePassword(linkRequestOf(actor, situation), password),
  }),
  send_code: command({
    schema: emailForm,
    needs: "share.open",
    run: (actor, { email }, situation) =>
      askCode(linkRequestOf(actor, situation), email, situation.language),
  }),
  /** The same address once more. */
  again: command({
    schema: z.object({}),
    needs: "share.open",
    run: (actor, _input, situation) =>
      askAgain(linkRequestOf(actor, situation), situation.language),
  }),
  other_address: command({
    schema: z.object({}),
    needs: "share.open",
    run: (actor, _input, situation) => dropAddress(linkRequestOf(actor, situation)),
  }),
  code: command({
    schema: codeForm,
    needs: "share.open",
    run: (actor, { code }, situation) => giveCode(linkRequestOf(actor, situation), code),
  }),
  open: command({
    schema: z.object({}),
    needs: "share.open",
    run: (actor, _input, situation) => openCounted(linkRequestOf(actor, situation)),
  }),
});
