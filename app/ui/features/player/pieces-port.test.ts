import { expect, test } from "vitest";
import { piecesPort } from "./pieces-port.ts";
import type { MediaPort } from "./player-store.ts";

/** As much of an element as a port looks at. */
function anElement(): MediaPort {
  const element = {
    ...{ currentTime: 0, duration: 600, paused: true, src: "", muted: false, volume: 1 },
    ...{ playbackRate: 1, preservesPitch: true },
    play: () => {
      element.paused = false;
      return Promise.resolve();
    },
    pause: () => {
      element.paused = true;
    },
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  };
  return element;
}
const PIECES = [
  { t0Ms: 60_000, t1Ms: 64_000 },
  { t0Ms: 10_000, t1Ms: 12_000 },
];

test("pieces have a clock of their own, in the order in which they are heard", () => {
  const element = anElement();
  const port = piecesPort(element, PIECES);
  expect(port.duration).toBe(6);
  for (const [clip, call] of [
    [0, 60],
    [3.5, 63.5],
    [4, 10],
    [5, 11],
    [99, 12],
  ] as const) {
    port.currentTime = clip;
    expect(element.currentTime).toBe(call);
  }
});

test("what plays goes on from the end of a piece to the beginning of the next, and is over with the last", async () => {
  const element = anElement();
  const port = piecesPort(element, PIECES);
  port.currentTime = 0;
  await port.play();
  element.currentTime = 63.99;
  expect(port.currentTime).toBe(4);
  expect(element.currentTime).toBe(10);
  element.currentTime = 11.5;
  expect(port.currentTime).toBe(5.5);
  element.currentTime = 12.1;
  expect(port.currentTime).toBe(6);
});

test("what stands still is led nowhere", () => {
  const element = anElement();
  const port = piecesPort(element, PIECES);
  port.currentTime = 3.995;
  expect(port.currentTime).toBeCloseTo(3.995);
  expect(element.currentTime).toBeCloseTo(63.995);
});
