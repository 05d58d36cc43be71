import { describe, expect, test } from "vitest";
import * as z from "zod";
import { issueCode } from "#app/core/domain/account/codes.server.ts";
import { newInvitation } from "#app/core/domain/live/invitation.server.ts";
import { unsubscribeUrl } from "#app/core/domain/notification/unsubscribe.server.ts";
import { hashOf, newSecret, seal } from "#app/core/platform/crypto.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { REMOTE_ADDRESS } from "#app/http/actor.server.ts";
import { paths } from "#app/paths.ts";
import { aCall, aMember, aWorkspace } from "#tests/support/factories.ts";
import { aReadyLink } from "#tests/support/shares.ts";
import { appForFile } from "./app-for-file.ts";
import { anEmbeddedCall } from "./embed-scene.ts";

const app = await appForFile();

let last = 0;
const anAddress = () => `198.18.7.${(last += 1) % 250}`;
/** A page's data, as its reader's browser asks for them. @param path may hold signs that are no address's */
async function ask(route: string, path: string, from = anAddress()) {
  const url = new URL(path, env().appUrl);
  url.searchParams.set("_data", route);
  const answer = await app.ask(new Request(url, { headers: { [REMOTE_ADDRESS]: from } }));
  return { status: answer.status, data: z.unknown().parse(JSON.parse(await answer.text())) };
}

const BEHIND = [
  ".",
  ")",
  "]",
  "。",
  "、",
  "%3E",
  '"',
  "%22",
  "%20",
  "」",
  "」。",
  "%EF%BC%89",
  "を見て",
];
type Link = { route: string; whole: string; path: (code: string) => string; shows: object };
const seen = { status: 200 };
const INCOMPLETE = { isIncomplete: true };

async function anActivation(): Promise<Link> {
  const workspace = await aWorkspace();
  const whole = await db.$transaction((tx) =>
    issueCode(tx, {
      ...{ kind: "activation", workspaceId: workspace.id, email: `${newId()}@example.test` },
      data: { memberId: null, linkId: null, workspace: null },
    }),
  );
  return {
    ...{ route: "routes/account/activate", whole, path: paths.activate },
    shows: { isIncomplete: false, activation: { workspace: workspace.name } },
  };
}

async function aReset(): Promise<Link> {
  const member = await aMember(await aWorkspace());
  const { workspaceId, memberId } = member;
  const whole = await db.$transaction((tx) =>
    issueCode(tx, {
      ...{ kind: "password_reset", workspaceId, email: `${newId()}@example.test` },
      data: { memberId },
    }),
  );
  return {
    ...{
      route: "routes/account/password-reset",
      whole,
      path: (code) => `/password-reset?token=${code}`,
    },
    shows: { step: "choose", token: whole },
  };
}

async function aSignUp(): Promise<Link> {
  const workspace = await aWorkspace();
  const whole = newSecret(16);
  await db.signUpLink.create({
    data: {
      ...{ id: newId(), workspaceId: workspace.id, role: "rep", maxUses: 5 },
      ...{ urlHash: hashOf(whole), urlEnc: new Uint8Array(seal("sign-up-link", whole)) },
      expiresAt: new Date(Date.now() + 3_600_000),
    },
  });
  return {
    ...{ route: "routes/account/signup-invited", whole, path: paths.signUpInvited },
    shows: { isIncomplete: false, workspace: workspace.name, urlPath: whole },
  };
}

async function aShare(): Promise<Link> {
  const owner = await aMember(await aWorkspace());
  const link = await aReadyLink(owner, await aCall(owner, { durationMs: 60_000 }), {
    audience: "anyone",
  });
  return {
    ...{ route: "routes/public/shared", whole: link.urlPath, path: paths.shared },
    shows: { kind: "share", step: "shown" },
  };
}

async function anInvitation(): Promise<Link> {
  const owner = await aMember(await aWorkspace());
  const call = await aCall(owner, { kind: "room", state: "live" });
  const whole = await db.$transaction((tx) => newInvitation(tx, owner, call.id));
  return {
    ...{ route: "routes/public/shared", whole, path: paths.shared },
    shows: { kind: "invitation" },
  };
}

async function anUnsubscribing(): Promise<Link> {
  const member = await aMember(await aWorkspace());
  const { pathname } = new URL(unsubscribeUrl(member, "kinds:all"));
  const whole = pathname.split("/").at(-1) ?? "";
  return {
    ...{ route: "routes/public/unsubscribe", whole, path: paths.unsubscribe },
    shows: { isIncomplete: false, what: "notices" },
  };
}

/** As it is written in an address: the code first, then what a message put behind it. */
const at = ({ path, whole }: Link, behind: string) => path(whole).replace(whole, whole + behind);

describe.each<[string, () => Promise<Link>, object]>([
  ["activation", anActivation, INCOMPLETE],
  ["a new password", aReset, { step: "incomplete", token: "" }],
  ["sign-up", aSignUp, INCOMPLETE],
  ["a shared recording", aShare, { kind: "incomplete", workspace: null }],
  ["an invitation to a call", anInvitation, { kind: "incomplete", workspace: null }],
  ["unsubscribing", anUnsubscribing, INCOMPLETE],
])("a link of %s", (_name, make, incomplete) => {
  test("works with what a message put behind it", async () => {
    const link = await make();
    for (const behind of ["", ...BEHIND])
      expect([behind, await ask(link.route, at(link, behind))]).toMatchObject([
        behind,
        { ...seen, data: link.shows },
      ]);
  });

  test("with a sign too few is not complete, whatever stands behind it", async () => {
    const link = await make();
    const short = { ...link, whole: link.whole.slice(0, -1) };
    for (const behind of ["", ...BEHIND])
      expect([behind, await ask(link.route, at(short, behind))]).toEqual([
        behind,
        { status: 404, data: incomplete },
      ]);
  });
});

test.each([
  ["routes/account/signup-invited", "/signup/abc", 60],
  ["routes/public/shared", "/shared/abc。", 60],
])("%s: codes that are not whole are tries like any other", async (route, path, tries) => {
  const from = anAddress();
  for (let n = 0; n < tries; n += 1) expect((await ask(route, path, from)).status).toBe(404);
  expect((await ask(route, path, from)).status).toBe(429);
});

test("a form that is sent to a link with signs behind it is the link's own", async () => {
  const owner = await aMember(await aWorkspace());
  const { urlPath } = await aReadyLink(owner, await aCall(owner, { durationMs: 60_000 }), {
    ...{ audience: "anyone", password: "herons over the river" },
  });
  const send = async (code: string, password: string) => {
    const answer = await app.ask(
      new Request(new URL(`/shared/${code}`, env().appUrl), {
        method: "POST",
        headers: { [REMOTE_ADDRESS]: anAddress() },
        body: new URLSearchParams({ intent: "password", password }),
      }),
    );
    return answer.status;
  };
  for (const behind of ["", "。", ").", "%3E"]) {
    expect([behind, await send(urlPath + behind, "not this one")]).toEqual([behind, 422]);
    expect([behind, await send(urlPath + behind, "herons over the river")]).toEqual([behind, 302]);
    expect([behind, await send(urlPath.slice(0, -1) + behind, "x")]).toEqual([behind, 404]);
  }
});

describe("a player's key", () => {
  const page = async (callId: string, key: string) => {
    const url = new URL(`/embed/playback/${callId}?k=${key}`, env().appUrl);
    const answer = await app.ask(
      new Request(url, {
        headers: { [REMOTE_ADDRESS]: anAddress(), "sec-fetch-dest": "iframe" },
      }),
    );
    return { status: answer.status, text: await answer.text() };
  };

  test("works with what a message put behind it; with a sign too few the address is not complete", async () => {
    const { call, key } = await anEmbeddedCall();
    for (const behind of ["", ...BEHIND]) {
      const whole = await page(call.id, key.secret + behind);
      expect([behind, whole.status, whole.text.includes("data-player")]).toEqual([
        ...[behind, 200, true],
      ]);
      const short = await page(call.id, key.secret.slice(0, -1) + behind);
      expect([behind, short.status]).toEqual([behind, 403]);
      expect(short.text).toContain("This address is not complete");
      expect(short.text).not.toMatch(/data-player|Kestrel/);
    }
  });
});
