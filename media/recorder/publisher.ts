import { type ChildProcess, fork } from "node:child_process";
import type { PublishAsk, PublishTold } from "./publish-messages.ts";

const CHILD = new URL("publish.ts", import.meta.url);
const JOIN_MS = 20_000;
const STOP_MS = 8_000;

type Join = Omit<Extract<PublishAsk, { do: "join" }>, "do">;
export type Publisher = {
  pid: number;
  /** Enters a room and publishes. @throws Error when it is refused or takes longer than 20 s */
  join: (ask: Join) => Promise<void>;
  ask: (ask: PublishAsk) => void;
  /** Everything it told so far. */
  told: () => readonly PublishTold[];
  /** Waits for news of one kind about one participant, also those told already. @throws Error after `limitMs` */
  until: <K extends PublishTold["type"]>(
    id: string,
    type: K,
    limitMs?: number,
    count?: number,
  ) => Promise<Extract<PublishTold, { type: K }>>;
  onTold: (listener: (told: PublishTold) => void) => void;
  /** Leaves every room and ends the process. */
  stop: () => Promise<void>;
};

/** This host's monotonic clock in ns, `inMs` from now: the moment that several publishers can share. */
export const monoIn = (inMs: number): string =>
  String(process.hrtime.bigint() + BigInt(Math.round(inMs * 1e6)));

/** Starts a process of synthetic participants (publish.ts). */
export function openPublisher(): Publisher {
  const child = fork(CHILD, [], {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { NODE_ENV: "production" },
  });
  const told: PublishTold[] = [];
  const listeners = new Set<(event: PublishTold) => void>();
  child.on("message", (event: PublishTold) => {
    told.push(event);
    for (const listener of listeners) listener(event);
  });
  child.on("error", () => undefined); // an ask of a dead child; `until` tells of it
  const onTold = (listener: (event: PublishTold) => void): void => void listeners.add(listener);
  const ask = (what: PublishAsk): void => {
    if (child.connected) child.send(what);
  };
  const wait = <T>(what: string, limitMs: number, look: () => T | undefined): Promise<T> =>
    new Promise((done, fail) => {
      const over = (): void => {
        clearTimeout(late);
        listeners.delete(check);
        child.off("exit", gone);
      };
      const late = setTimeout(() => {
        over();
        fail(new Error(`${what}: not within ${limitMs / 1000} s`));
      }, limitMs);
      const gone = (): void => {
        over();
        fail(new Error(`${what}: the publisher has ended`));
      };
      const check = (): void => {
        const found = look();
        if (found === undefined) return;
        over();
        done(found);
      };
      child.once("exit", gone);
      listeners.add(check);
      check();
    });
  const isOf =
    <K extends PublishTold["type"]>(id: string, type: K) =>
    (event: PublishTold): event is Extract<PublishTold, { type: K }> =>
      event.id === id && event.type === type;
  return {
    pid: child.pid ?? 0,
    ask,
    onTold,
    told: () => told,
    until: (id, type, limitMs = JOIN_MS, count = 1) =>
      wait(`${id} ${type}`, limitMs, () => told.filter(isOf(id, type))[count - 1]),
    async join(join) {
      const before = told.length;
      ask({ do: "join", ...join });
      const since = (): PublishTold[] => told.slice(before).filter(({ id }) => id === join.id);
      await wait(`${join.id} joins`, JOIN_MS, () => {
        const refused = since().find(
          (event) => event.type === "refused" || event.type === "failed",
        );
        if (refused) return refused;
        const isThere = since().some(({ type }) => type === "joined");
        const tracks = since().filter(({ type }) => type === "published").length;
        return isThere && tracks === join.tracks.length ? true : undefined;
      }).then((end) => {
        if (end !== true) throw new Error(`${join.id} is not let in: ${JSON.stringify(end)}`);
      });
    },
    stop: () => stop(child),
  };
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      done();
      return;
    }
    const hard = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
    child.once("exit", () => {
      clearTimeout(hard);
      done();
    });
    child.kill("SIGTERM");
  });
}
