import { PgBoss } from "pg-boss";
import { env } from "./env.server.ts";
import { log } from "./log.server.ts";
import { remember } from "./remember.ts";

/** The queue (reliability §7). NOTIFY wakes workers; the heartbeat finds dead ones. */
export const boss = remember("boss", () => {
  const made = new PgBoss({
    connectionString: env().DATABASE_URL,
    schema: "jobs",
    createSchema: false, // migrations make it; the application role may not
    useListenNotify: true,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    max: 8,
  });
  made.on("error", (error) => log.error({ err: error }, "queue error"));
  return made;
});
