import { randomBytes } from "node:crypto";
import type { activationCommands, resetCommands } from "#app/core/pages/account-commands.server.ts";
import type { sharedCommands } from "#app/core/pages/shared-commands.server.ts";
import type { signInCommands } from "#app/core/pages/sign-in-commands.server.ts";
import type { PublicPermission } from "#app/core/domain/access/policy/policy.ts";

/** What a page that anybody may open is sent by a person who has no secret of it: no code, no link, no begun sign-in. */
type Visit = {
  right: PublicPermission;
  form?: Record<string, string>;
  query?: Record<string, string>;
  /** Every answer that is a right one. */
  answers: readonly string[];
};
type VisitsOf<Table extends { commands: object }> = {
  [I in keyof Table["commands"] & string]: Visit;
};
const forged = (): string => randomBytes(32).toString("base64url");
const PASSWORD = "herons over the river";

const OF_SIGN_IN: VisitsOf<typeof signInCommands> = {
  first: {
    right: "signin.use",
    form: { email: "owner@nowhere.test", password: "not this one" },
    answers: ["422 -"],
  },
  factor: {
    right: "signin.use",
    query: { step: "factor" },
    form: { code: "123456" },
    answers: ["401 unauthenticated"],
  },
  set_up: {
    right: "signin.use",
    query: { step: "set_up" },
    form: { sealed: forged(), code: "123456" },
    answers: ["401 unauthenticated"],
  },
  link: {
    right: "signin.use",
    query: { step: "link" },
    form: { password: PASSWORD },
    answers: ["401 unauthenticated"],
  },
  begin: { right: "signin.use", query: { step: "passkey" }, answers: ["200 -"] },
  answer: {
    right: "signin.use",
    query: { step: "passkey" },
    form: { credential: "{}" },
    answers: ["422 -"],
  },
};
const OF_ACTIVATION: VisitsOf<typeof activationCommands> = {
  again: { right: "activation.use", answers: ["302 -", "204 -"] },
  activate: {
    right: "activation.use",
    form: { name: "Mari", password: PASSWORD, language: "en", timeZone: "Europe/Berlin" },
    answers: ["410 link_ended"],
  },
};
const OF_RESET: VisitsOf<typeof resetCommands> = {
  ask: { right: "reset.use", form: { email: "owner@nowhere.test" }, answers: ["302 -", "204 -"] },
  choose: {
    right: "reset.use",
    form: { token: forged(), password: PASSWORD },
    answers: ["410 link_ended"],
  },
};
const OF_SHARED: VisitsOf<typeof sharedCommands> = {
  knock: {
    right: "invitation.use",
    form: { name: "Mari", consent: "agreed", consentHash: "0".repeat(64) },
    answers: ["404 not_found"],
  },
  wait: { right: "invitation.use", answers: ["404 not_found"] },
  leave: { right: "invitation.use", answers: ["404 not_found"] },
  mute: { right: "invitation.use", form: { isMuted: "true" }, answers: ["404 not_found"] },
  password: { right: "share.open", form: { password: PASSWORD }, answers: ["404 not_found"] },
  send_code: {
    right: "share.open",
    form: { email: "owner@nowhere.test" },
    answers: ["404 not_found"],
  },
  again: { right: "share.open", answers: ["404 not_found"] },
  other_address: { right: "share.open", answers: ["404 not_found"] },
  code: { right: "share.open", form: { code: "123456" }, answers: ["404 not_found"] },
  open: { right: "share.open", answers: ["404 not_found"] },
};

const asked = (route: string, path: string, visits: Record<string, Visit>) =>
  Object.entries(visits).map(([intent, { right, form, query, answers }]) => ({
    name: `${path} ${intent}`,
    intent,
    right,
    answers,
    recorded: {
      ...{ route, path, method: "POST", form: { intent, ...form } },
      ...(query && { query }),
    },
  }));

/** Every command of the pages that anybody may open; one that is missing does not compile. */
export const VISITS = [
  ...asked("routes/account/signin", "/signin", OF_SIGN_IN),
  ...asked("routes/account/activate", `/activate/${forged()}`, OF_ACTIVATION),
  ...asked("routes/account/password-reset", "/password-reset", OF_RESET),
  ...asked("routes/public/shared", `/shared/${forged()}`, OF_SHARED),
];
