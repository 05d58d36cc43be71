import type { Request, RequestHandler, Response } from "express";
import { Prisma, rows } from "#app/core/platform/db.server.ts";
import { remember } from "#app/core/platform/remember.ts";

const state = () => remember("draining", () => ({ isDraining: false }));

export const startDraining = (): void => {
  state().isDraining = true;
};

/** The process lives and its loop turns. Never asks the database. */
export const alive: RequestHandler = (_req, res) => {
  res.type("text").send("ok");
};

const PING_MS = 2_000;

/** Whether it can serve: the database answers and nobody is stopping it. */
export const readiness = async (_req: Request, res: Response): Promise<void> => {
  const isUp = !state().isDraining && (await isDatabaseUp());
  if (!isUp) res.set("Retry-After", "2");
  res
    .status(isUp ? 200 : 503)
    .type("text")
    .send(isUp ? "ready" : "not ready");
};

async function isDatabaseUp(): Promise<boolean> {
  const late = new Promise<false>((done) => setTimeout(() => done(false), PING_MS));
  const asked = rows(Prisma.sql`SELECT 1`).then(
    () => true,
    () => false,
  );
  return Promise.race([asked, late]);
}
