import { randomInt } from "node:crypto";
import { env } from "#app/core/platform/env.server.ts";
import { REMOTE_ADDRESS } from "#app/http/actor.server.ts";
import type { App } from "../access/app.ts";

/** A browser as far as cookies go, from an address of its own. */
export function aVisitor(app: App) {
  const jar = new Map<string, string>();
  const address = `198.19.${randomInt(256)}.${randomInt(256)}`;
  const keep = (answer: Response): void => {
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = "", ...attributes] = cookie.split(";");
      const at = pair.indexOf("=");
      const name = pair.slice(0, at);
      if (attributes.some((one) => one.trim() === "Max-Age=0")) jar.delete(name);
      else jar.set(name, pair.slice(at + 1));
    }
  };
  const ask = async (path: string, fields?: Record<string, string>) => {
    const answer = await app.ask(
      new Request(new URL(path, env().appUrl), {
        method: fields ? "POST" : "GET",
        headers: {
          [REMOTE_ADDRESS]: address,
          accept: "text/html",
          ...(jar.size > 0 && { cookie: [...jar].map((pair) => pair.join("=")).join("; ") }),
        },
        ...(fields && { body: new URLSearchParams(fields) }),
      }),
    );
    keep(answer);
    return {
      status: answer.status,
      location: answer.headers.get("location"),
      cookies: answer.headers.getSetCookie(),
      text: await answer.text(),
    };
  };
  return { jar, ask, session: () => jar.get("__Host-sid") ?? null };
}
export type Visitor = ReturnType<typeof aVisitor>;
