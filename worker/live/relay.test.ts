import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { JournalEntry, JournalLine } from "#media/recorder/journal.ts";
import { openRelay } from "./relay.ts";

type Kind = "seg" | "segStart" | "segEnd" | "mute" | "unmute";
function line(a: number, type: Kind, id: string): JournalLine {
  const part = { file: "f", n: 1, startMs: 0, samples: 0, why: "stop", sid: "" };
  const entry: JournalEntry = { type, id, source: "microphone", ...part };
  return { ...entry, a, t: 0, wall: 0 };
}
/** Whether it settles before anything else happens. */
async function isOver(promise: Promise<void>): Promise<boolean> {
  return Promise.race([promise.then(() => true), setImmediate(false)]);
}
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout"] })); // nobody is given up unless a test says so
afterEach(() => void vi.useRealTimers());

test("the older recorder is let go when the newer has a second of every track, and not before", async () => {
  const relay = openRelay();
  for (const id of ["rep:1", "g:1"]) {
    relay.hear(line(1, "seg", id));
    relay.hear(line(1, "segStart", id));
  }
  const taken = relay.taken(2, 5_000);
  relay.hear(line(2, "seg", "rep:1"));
  relay.hear(line(2, "seg", "g:1"));
  relay.hear(line(2, "segStart", "rep:1"));
  expect(await isOver(taken)).toBe(false);
  relay.hear(line(2, "segStart", "g:1"));
  expect(await isOver(taken)).toBe(true);
});

test("who has left, who is muted and a recorder that died are not waited for", async () => {
  const relay = openRelay();
  for (const id of ["rep:1", "g:1", "g:2"]) relay.hear(line(1, "segStart", id));
  relay.hear(line(2, "mute", "g:2"));
  relay.hear(line(2, "segStart", "rep:1"));
  const taken = relay.taken(2, 5_000);
  expect(await isOver(taken)).toBe(false);
  relay.hear(line(1, "segEnd", "g:1"));
  expect(await isOver(taken)).toBe(true);

  relay.hear(line(2, "segStart", "g:3"));
  const next = relay.taken(3, 5_000);
  expect(await isOver(next)).toBe(false);
  relay.gone(1);
  relay.gone(2);
  expect(await isOver(next)).toBe(true);
});

test("a track that never comes is given up", async () => {
  const relay = openRelay();
  relay.hear(line(1, "segStart", "rep:1"));
  const taken = relay.taken(2, 100);
  vi.advanceTimersByTime(99);
  expect(await isOver(taken)).toBe(false);
  vi.advanceTimersByTime(1);
  expect(await isOver(taken)).toBe(true);
});
