import { randomInt } from "node:crypto";
import * as z from "zod";
import { changeWorkspaceSettings } from "#app/core/domain/workspace-settings.server.ts";
import { readSettings, type WorkspaceSettings } from "#app/core/domain/workspace-settings.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { REMOTE_ADDRESS } from "#app/http/actor.server.ts";
import { paths } from "#app/paths.ts";
import { deliver } from "#tests/support/emails.ts";
import {
  aCall,
  aMember,
  aParticipant,
  aTeam,
  aTranscript,
  aWorkspace,
} from "#tests/support/factories.ts";
import { type ReadyLink } from "#tests/support/shares.ts";
import type { App } from "./app.ts";

/** The page of a link, as its data are asked for. */
export const PAGE = "routes/public/shared";

type Answer = { status: number; headers: Headers; text: string };
/** A browser of somebody outside: its own cookies, and an address of its own. */
export const browsersOf =
  (app: App) =>
  (address = `198.20.${randomInt(256)}.${randomInt(1, 255)}`) => {
    const jar = new Map<string, string>();
    const ask = async (
      path: string,
      {
        form,
        json,
        headers = {},
      }: { form?: object; json?: object; headers?: Record<string, string> } = {},
    ): Promise<Answer> => {
      const body = form
        ? new URLSearchParams(Object.entries(form).map(([name, value]) => [name, String(value)]))
        : json && JSON.stringify(json);
      const answer = await app.ask(
        new Request(new URL(path, env().appUrl), {
          method: body === undefined ? "GET" : "POST",
          headers: {
            [REMOTE_ADDRESS]: address,
            ...(jar.size > 0 && { cookie: [...jar].map((pair) => pair.join("=")).join("; ") }),
            ...(json && { "content-type": "application/json" }),
            ...headers,
          },
          ...(body !== undefined && { body }),
        }),
      );
      for (const cookie of answer.headers.getSetCookie()) {
        const [pair = ""] = cookie.split(";");
        jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
      }
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    };
    const data = async (urlPath: string, query = "", headers: Record<string, string> = {}) => {
      const path = `${paths.shared(urlPath)}?_data=${encodeURIComponent(PAGE)}${query}`;
      const { status, text } = await ask(path, { headers });
      return { status, text, view: z.record(z.string(), z.unknown()).parse(JSON.parse(text)) };
    };
    const send = (urlPath: string, form: object) => ask(paths.shared(urlPath), { form });
    return { jar, ask, data, send };
  };
type Browser = ReturnType<ReturnType<typeof browsersOf>>;

export async function aScene(workspaceName = "Kestrel Freight") {
  const workspace = await aWorkspace({ name: workspaceName });
  const team = await aTeam(workspace);
  const owner = await aMember(workspace, { teams: [team], name: "Mari Kato" });
  const call = await aCall(owner, { title: "A secret offer" });
  const elena = await aParticipant(call, { name: "Elena Duarte", side: "C" });
  await aTranscript(
    call,
    ["zero", "one", "two", "three", "four", "five"].map((text, n) => ({
      ...{ participantId: elena.id, text, t0Ms: n * 10_000 + 1_000, t1Ms: n * 10_000 + 9_000 },
    })),
  );
  return { workspace, owner, call, elena };
}
export type Scene = Awaited<ReturnType<typeof aScene>>;
export const PART = { t0Ms: "20000", t1Ms: "40000" };

export const allow = (workspaceId: string, change: Partial<WorkspaceSettings["sharing"]>) =>
  db.$transaction((tx) =>
    changeWorkspaceSettings(tx, workspaceId, {
      ...{ part: "sharing", seen: null, value: { ...readSettings({}).sharing, ...change } },
    }),
  );

/** Every address of a link besides its page. */
export const addressesOf = ({ mixId, peaksId, cutId }: ReadyLink): string[] => [
  paths.cutFile(mixId),
  paths.cutFile(peaksId),
  `${paths.cutWords(cutId)}/index`,
  `${paths.cutWords(cutId)}/0`,
  paths.cutCaptions(cutId),
];
export async function statuses(browser: Browser, link: ReadyLink): Promise<number[]> {
  const gets = await Promise.all(addressesOf(link).map((path) => browser.ask(path)));
  const pulse = await browser.ask(paths.cutPulse(link.cutId), { json: { ranges: [] } });
  return [...gets, pulse].map(({ status }) => status);
}
export const all = (status: number) => Array.from({ length: 6 }, () => status);
export const codeIn = async (to: string): Promise<string> => {
  const [email] = (await deliver(to)).slice(-1);
  const { code } = z.object({ code: z.string() }).parse(email?.facts);
  return code;
};
