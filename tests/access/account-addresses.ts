import { randomBytes } from "node:crypto";
import { hashOf, seal } from "#app/core/platform/crypto.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { REMOTE_ADDRESS } from "#app/http/actor.server.ts";
import type { App } from "./app.ts";
import { type Answer, send } from "./replay.ts";

export const SIGN_IN = "routes/account/signin";
export const RESET = "routes/account/password-reset";
export const SIGN_UP = "routes/account/signup";
export const INVITED = "routes/account/signup-invited";

let last = 0;
export const anotherAddress = (): string => `198.18.${((last += 1) >> 8) % 256}.${last % 256}`;

/** Sends a form of somebody who is not signed in, from an address of its own unless `ip` says another. */
export const postFrom =
  (app: App) =>
  (
    route: string,
    path: string,
    form: Record<string, string>,
    { ip = anotherAddress(), ...headers }: Record<string, string> = {},
  ): Promise<Answer> =>
    send(app, null, {
      ...{ route, path, method: "POST", form },
      headers: { [REMOTE_ADDRESS]: ip, ...headers },
    });

/** Runs with `SIGN_UP=open`: settings are read once a process. */
export async function withOpenSignUp(run: () => Promise<void>): Promise<void> {
  const store: Record<symbol, unknown> = globalThis;
  const key = Symbol.for("parley.env");
  const before = env();
  store[key] = Object.freeze({ ...before, SIGN_UP: "open" });
  try {
    await run();
  } finally {
    store[key] = before;
  }
}

async function aSignUpLink(workspaceId: string): Promise<string> {
  const urlPath = randomBytes(16).toString("base64url");
  await db.signUpLink.create({
    data: {
      ...{ id: newId(), workspaceId, role: "rep", maxUses: 500 },
      urlHash: hashOf(urlPath),
      urlEnc: new Uint8Array(seal("sign-up-link", urlPath)),
      expiresAt: new Date(Date.now() + 3_600_000),
    },
  });
  return urlPath;
}

/** Where an address is sent that may have an account, or none. */
export const ADDRESS_FORMS = ["/password-reset", "/signup", "/signup/{urlPath}"] as const;

/** What each of these places answers for an address, as one text: status, body, where to, and every header. */
export async function addressForms(
  app: App,
  workspaceId: string,
): Promise<Record<(typeof ADDRESS_FORMS)[number], (email: string) => Promise<string>>> {
  const post = postFrom(app);
  const urlPath = await aSignUpLink(workspaceId);
  const textOf = async (answering: Promise<Answer>): Promise<string> => {
    const { status, text, location, headers } = await answering;
    return JSON.stringify([status, text, location, [...headers]]);
  };
  return {
    "/password-reset": (email) => textOf(post(RESET, "/password-reset", { intent: "ask", email })),
    "/signup": (email) => textOf(post(SIGN_UP, "/signup", { email, workspace: "Sato" })),
    "/signup/{urlPath}": (email) => textOf(post(INVITED, `/signup/${urlPath}`, { email })),
  };
}

/** The answer that says neither that there is an account nor that there is none. */
export const SENT = /^\[204,"","\/[^"]*\?sent"/;
