import { describe, expect, it } from "vitest";
import { aPlayer, Tape } from "./test-player.ts";

const late = { trackId: "mari", offsetMs: 10_000, audioUrl: "/media/mari" };

describe("the player", () => {
  it("tells its position on every frame while it plays, and none after a pause", () => {
    const { store, run, detach } = aPlayer();
    const heard: number[] = [];
    store.onPosition((ms) => heard.push(Math.round(ms)));
    store.play();
    run(100);
    store.pause();
    run(100);
    expect(heard).toEqual([20, 40, 60, 80, 100]);
    detach();
  });
  it("keeps the position when it starts, pauses and changes speed", () => {
    const { store, run, main, detach } = aPlayer();
    store.seek(5_000);
    store.play();
    run(1_000);
    store.rate(2);
    run(1_000);
    store.pause();
    expect(Math.round(store.positionMs())).toBe(8_000);
    expect(main.preservesPitch).toBe(true);
    detach();
  });
  it("stays inside a range that is all there is, and leaves one that was chosen", () => {
    for (const isBounded of [true, false]) {
      const { store, detach } = aPlayer({ isBounded });
      store.range({ t0Ms: 3_000, t1Ms: 9_000 });
      store.seekBy(-10_000);
      expect([store.positionMs(), store.get().range === null]).toEqual(
        isBounded ? [3_000, false] : [0, true],
      );
      detach();
    }
  });
  it("stays inside the call whatever it is asked for", () => {
    const { store, detach } = aPlayer();
    store.seek(-400);
    expect(store.positionMs()).toBe(0);
    store.seek(99_000);
    expect(store.positionMs()).toBe(60_000);
    detach();
  });
  it("skips a silence but for its edges, only when told to", () => {
    const silences = [{ t0Ms: 1_000, t1Ms: 9_000 }];
    const { store, run, detach } = aPlayer({ silences }, { isSkipping: true });
    expect(store.get().savesMs).toBe(7_400);
    store.play();
    run(1_400);
    expect(store.positionMs()).toBeGreaterThanOrEqual(8_700);
    expect(store.positionMs()).toBeLessThan(9_000);
    store.skipSilence(false);
    store.seek(2_000);
    run(500);
    expect(store.positionMs()).toBeLessThan(3_000);
    detach();
  });
  it("trusts the waveform over words once it is there", () => {
    const { store, detach } = aPlayer({ silences: [{ t0Ms: 0, t1Ms: 60_000 }] });
    store.waveform([{ peaks: new Int8Array(600).fill(70), offsetMs: 0 }]);
    expect(store.get().savesMs).toBe(0);
    detach();
  });
  it("plays a stretch and stops at its end", () => {
    const { store, run, detach } = aPlayer();
    store.range({ t0Ms: 3_000, t1Ms: 4_000 });
    store.play();
    run(2_000);
    expect(store.get().isPlaying).toBe(false);
    expect(store.positionMs()).toBe(4_000);
    store.play();
    run(500);
    expect(Math.round(store.positionMs())).toBe(3_500);
    detach();
  });
  it("lets go of the stretch when somebody seeks out of it", () => {
    const { store, detach } = aPlayer();
    store.range({ t0Ms: 3_000, t1Ms: 4_000 });
    store.seek(20_000);
    expect(store.get().range).toBeNull();
    detach();
  });
});

describe("one voice alone", () => {
  it("goes on at the same time in that lane's file, and back in the mix", () => {
    const { store, run, main, voice, detach } = aPlayer({ lanes: [late] });
    store.seek(15_000);
    store.play();
    store.solo("mari");
    expect(voice.src).toBe("/media/mari");
    expect(voice.currentTime).toBe(5);
    expect(main.paused).toBe(true);
    run(1_000);
    expect(Math.round(store.positionMs())).toBe(16_000);
    store.solo(null);
    expect(main.currentTime).toBeCloseTo(16, 3);
    expect(main.muted).toBe(false);
    expect(voice.paused).toBe(true);
    detach();
  });
  it("waits in silence until a lane that joins later begins", () => {
    const { store, run, voice, detach } = aPlayer({ lanes: [late] });
    store.seek(9_000);
    store.solo("mari");
    store.play();
    run(500);
    expect(voice.paused).toBe(true);
    expect(Math.round(store.positionMs())).toBe(9_500);
    run(1_000);
    expect(voice.paused).toBe(false);
    expect(store.positionMs()).toBeCloseTo(10_500, -2);
    detach();
  });
  it("goes on in silence after the lane has ended", () => {
    const { store, run, voice, detach } = aPlayer({ lanes: [late] });
    store.solo("mari");
    store.seek(29_500);
    store.play();
    run(500);
    voice.dispatchEvent(new Event("ended"));
    run(1_000);
    expect(store.get().isPlaying).toBe(true);
    expect(store.positionMs()).toBeCloseTo(31_000, -2);
    detach();
  });
  it("is refused where there is no file of the lane", () => {
    const { store, detach } = aPlayer({ lanes: [{ ...late, audioUrl: null }] });
    store.solo("mari");
    expect(store.get().solo).toBeNull();
    detach();
  });
});

it("goes on where it stood, and in the lane it played, when a picture takes the place of the sound", () => {
  const { store, run, detach } = aPlayer({ lanes: [late] });
  store.seek(12_000);
  store.solo("mari");
  store.play();
  run(1_000);
  store.pause();
  detach();
  const [film, voice] = [new Tape(60, () => 0), new Tape(20, () => 0)];
  const undo = store.attach(film, voice);
  expect(Math.round(store.positionMs())).toBe(13_000);
  expect(voice.src).toBe("/media/mari");
  expect([film.muted, voice.currentTime, film.currentTime]).toEqual([true, 3, 13]);
  undo();
});

it("what a person chose is kept and comes back", () => {
  const { store, saved, detach } = aPlayer();
  store.rate(9);
  store.volume(0.4);
  store.mute(true);
  expect(saved.at(-1)).toMatchObject({ rate: 3, volume: 0.4, isMuted: true });
  detach();
});
it("a pause from outside stops the player, and a refusal to play says so", async () => {
  const { store, main, detach } = aPlayer();
  store.play();
  main.pause();
  main.dispatchEvent(new Event("pause"));
  expect(store.get().isPlaying).toBe(false);
  main.play = () => Promise.reject(new DOMException("gone", "NotSupportedError"));
  store.play();
  await Promise.resolve();
  await Promise.resolve();
  expect(store.get()).toMatchObject({ isPlaying: false, hasFailed: true });
  detach();
});
