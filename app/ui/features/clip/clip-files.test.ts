import { expect, test } from "vitest";
import type { ClipView } from "#app/core/domain/clip/clip-views.ts";
import { CARD_MS } from "#app/core/domain/cut/card.ts";
import en from "#app/i18n/en/clip.json" with { type: "json" };
import ja from "#app/i18n/ja/clip.json" with { type: "json" };
import { filesOf, lackOf } from "./clip-files.ts";
import { knownCause, nextStep } from "./known-cause.ts";
import { isBeingMade } from "./use-while-making.ts";

const ID = "0199c1de-0000-7000-8000-000000000001";
const KEPT: ClipView["kept"] = {
  state: "ready",
  cause: null,
  mp3Id: "3",
  mp4Id: "4",
  hasPicture: true,
};
const MEDIA = { mixId: "m", peaks: [], lanes: [], pieces: [1_000], hasWords: true };
const offered = (more: Partial<Parameters<typeof filesOf>[0]>) =>
  filesOf({ clipId: ID, card: null, hasCaptions: true, media: MEDIA, kept: KEPT, ...more });

test("sound and video are asked for as downloads, so that they are named and noted", () => {
  expect(offered({}).map(({ format, url }) => [format, url])).toEqual([
    ["mp4", "/media/clip/4?download=1"],
    ["mp3", "/media/clip/3?download=1"],
    ["vtt", `/media/clip/${ID}/words/vtt`],
    ["txt", `/media/clip/${ID}/words/txt`],
  ]);
  const none = { ...KEPT, mp3Id: null, mp4Id: null };
  expect(offered({ kept: none, media: { ...MEDIA, hasWords: false } })).toEqual([]);
});

test("a video is with captions where they are in it, and a caption file of one with a title card is the video's", () => {
  const labels = (more: Partial<Parameters<typeof filesOf>[0]>) =>
    offered(more).map(({ label }) => label);
  expect(labels({})).toEqual(["mp4Captions", "mp3", "vtt", "txt"]);
  expect(labels({ hasCaptions: false, card: "The price" })).toEqual([
    ...["mp4", "mp3", "vttCard", "txt"],
  ]);
  // Nothing is said in it, or nothing is to be written: there is no picture to it.
  const kept = { ...KEPT, hasPicture: false };
  expect(labels({ kept })).toEqual(["mp4Sound", "mp3", "vtt", "txt"]);
  expect(labels({ kept, media: { ...MEDIA, hasWords: false } })).toEqual(["mp4Sound", "mp3"]);
});

test("what is not there is said: which file, and whether it is made, waits or has failed", () => {
  const lack = (more: Partial<ClipView["kept"]>, isWithdrawn = false) =>
    lackOf({ kept: { ...KEPT, ...more }, isWithdrawn });
  expect(lack({})).toBeNull();
  expect(lack({ state: "making", mp3Id: null, mp4Id: null })).toEqual({
    ...{ missing: "both", how: "making" },
  });
  expect(lack({ state: "making", cause: "font_missing", mp4Id: null })).toEqual({
    ...{ missing: "video", how: "waiting" },
  });
  expect(lack({ state: "failed", cause: "timeout" })).toEqual({ missing: "newer", how: "failed" });
  expect(lack({ state: "failed", cause: "timeout" }, true)).toBeNull();
});

test("a cause has its sentence, and what is to be done where it does not say so itself", () => {
  expect(knownCause("font_missing")).toBe("font_missing");
  expect(knownCause("ENOENT")).toBe("unexpected");
  expect(nextStep({ state: "making", cause: "font_missing" }, true)).toBeNull();
  expect(nextStep({ state: "making", cause: "media_crashed" }, true)).toBe("again");
  expect(nextStep({ state: "failed", cause: "media_crashed" }, true)).toBe("retry");
  expect(nextStep({ state: "failed", cause: "media_crashed" }, false)).toBe("ask");
});

test("it is asked for again while the clip or its files are made, and no longer", () => {
  const clip = { state: "ready", isWithdrawn: false } as const;
  expect(isBeingMade(clip)).toBe(false);
  expect(isBeingMade({ ...clip, state: "making" })).toBe(true);
  expect(isBeingMade({ ...clip, kept: { state: "making" } })).toBe(true);
  expect(isBeingMade({ ...clip, kept: { state: "failed" } })).toBe(false);
  expect(isBeingMade({ ...clip, state: "making", isWithdrawn: true })).toBe(false);
});

test("the setting names the seconds for which a title card is shown", () => {
  for (const { card } of [en, ja])
    expect(/[\d.]+/.exec(card.on)?.[0]).toBe(String(CARD_MS / 1_000));
});
