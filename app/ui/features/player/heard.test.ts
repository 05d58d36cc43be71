import { afterEach, beforeAll, expect, it, vi } from "vitest";
import type { RangeMs } from "#app/core/domain/views.ts";
import { followHeard, type Play } from "./heard.ts";
import { aPlayer } from "./test-player.ts";

beforeAll(() => {
  // What a page has of `window`: listeners of pagehide.
  const page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  vi.stubGlobal("dispatchEvent", page.dispatchEvent.bind(page));
  return () => vi.unstubAllGlobals();
});

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

function aListener(
  settings: Parameters<typeof aPlayer>[1] = {},
  isReachable = () => true,
  before: readonly Play[] = [],
) {
  const player = aPlayer({}, settings);
  const sent: { ranges: readonly RangeMs[]; isLeaving: boolean }[] = [];
  const end = followHeard(player.store, {
    ...{ url: "/", before },
    clock: player.clock,
    send: (ranges, isLeaving) => {
      sent.push({ ranges, isLeaving });
      return Promise.resolve(isReachable());
    },
  });
  ends.push(player.detach, end);
  return { ...player, sent, end, ranges: () => sent.flatMap(({ ranges }) => ranges) };
}

it("sends at a pause what was played, and nothing for a player that stood still", () => {
  const { store, run, sent, ranges } = aListener();
  store.seek(5_000);
  run(2_000);
  expect(sent).toEqual([]);
  store.play();
  run(3_000);
  store.pause();
  expect(ranges()).toEqual([{ t0Ms: 5_000, t1Ms: 8_000 }]);
});

it("counts what was played before it was there to note it, as far as it can have been", () => {
  const before = [
    { start: { ms: 0, at: -9_000 }, end: { ms: 3_000, at: -6_000 } },
    { start: { ms: 3_000, at: -5_000 }, end: { ms: 30_000, at: -4_000 } },
  ];
  expect(aListener({}, () => true, before).ranges()).toEqual([{ t0Ms: 0, t1Ms: 3_000 }]);
  expect(aListener({ isMuted: true }, () => true, before).ranges()).toEqual([]);
});

it("leaves out what was jumped over", () => {
  const { store, run, ranges } = aListener();
  store.play();
  run(2_000);
  store.seek(30_000);
  run(1_000);
  store.pause();
  expect(ranges().map(({ t0Ms, t1Ms }) => [t0Ms, t1Ms].map((ms) => Math.round(ms / 100)))).toEqual([
    [0, 20],
    [300, 310],
  ]);
});

it("counts the call's time at any speed", () => {
  const { store, run, ranges } = aListener({ rate: 3 });
  store.play();
  run(4_000);
  store.pause();
  expect(ranges()).toEqual([{ t0Ms: 0, t1Ms: 12_000 }]);
});

it("does not count what played without sound", () => {
  const { store, run, ranges } = aListener();
  store.play();
  run(1_000);
  store.mute(true);
  run(5_000);
  store.mute(false);
  run(1_000);
  store.pause();
  const heardMs = ranges().reduce((sum, { t0Ms, t1Ms }) => sum + t1Ms - t0Ms, 0);
  expect(heardMs).toBeGreaterThan(1_900);
  expect(heardMs).toBeLessThan(2_100);
});

it("does not count the wait for sound", () => {
  const { store, run, main, ranges } = aListener();
  store.play();
  run(1_000);
  main.dispatchEvent(new Event("waiting"));
  run(3_000);
  main.dispatchEvent(new Event("playing"));
  store.pause();
  expect(ranges()).toEqual([{ t0Ms: 0, t1Ms: 1_000 }]);
});

it("sends by beacon when the page is left, and the shared second whole with the next message", () => {
  const { store, run, sent } = aListener();
  store.play();
  run(2_400);
  dispatchEvent(new Event("pagehide"));
  run(600);
  store.pause();
  expect(sent).toEqual([
    { ranges: [{ t0Ms: 0, t1Ms: 2_400 }], isLeaving: true },
    { ranges: [{ t0Ms: 2_000, t1Ms: 3_000 }], isLeaving: false },
  ]);
});

it("keeps what did not arrive for the next message", async () => {
  let isReachable = false;
  const { store, run, sent } = aListener({}, () => isReachable);
  store.play();
  run(1_000);
  store.pause();
  await expect.poll(() => sent).toHaveLength(1);
  isReachable = true;
  store.play();
  run(1_000);
  store.pause();
  expect(sent.at(-1)?.ranges).toEqual([
    { t0Ms: 0, t1Ms: 1_000 },
    { t0Ms: 1_000, t1Ms: 2_000 },
  ]);
});
