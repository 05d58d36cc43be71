import { expect, test } from "vitest";
import { matroska } from "#media/fixtures/matroska.ts";
import { box, film, FTYP, moov } from "#media/fixtures/mov.ts";
import { faultOf } from "./lacks-sound.ts";

const look = (...parts: Buffer[]) => faultOf(new Blob(parts.map((part) => new Uint8Array(part))));
const SOUND = Buffer.alloc(1_600, 0x2a);

test("what is no audio or video is known by its first bytes, whatever it is called", async () => {
  expect(await look(Buffer.from("%PDF-1.7 …"))).toBe("not_media");
  expect(await look(Buffer.from("PK\u0003\u0004word/document.xml"))).toBe("not_media");
  expect(await look(Buffer.alloc(0))).toBe("file_empty");
});

test("a video without sound is known by its index, before or behind its media", async () => {
  const silent = film([{ handler: "vide" }], SOUND);
  expect(await look(silent)).toBe("no_sound");
  expect(await look(film([{ handler: "vide" }, { handler: "soun" }], SOUND))).toBeNull();
  expect(await look(film([{ handler: "soun" }], SOUND))).toBeNull();
  const index = moov([{ handler: "vide" }], SOUND.length, 2_000);
  expect(await look(FTYP, index, box("mdat", SOUND))).toBe("no_sound");
  const film2 = matroska({ tracks: 2, durationMs: 1_000 });
  expect(await look(film2)).toBeNull();
  const text = film2.toString("latin1").replaceAll("A_PCM/INT/LIT", "V_MPEG4/ISO/A");
  expect(await look(Buffer.from(text, "latin1"))).toBe("no_sound");
});

test("a recording that was never finished has no index; one that is cut off is left to the server", async () => {
  expect(await look(FTYP, box("mdat", SOUND))).toBe("no_index");
  const whole = film([{ handler: "soun" }], SOUND);
  expect(await look(whole.subarray(0, whole.length - 200))).toBeNull();
  expect(await look(whole.subarray(0, 800))).toBeNull();
});

test("a fragmented film has its sound in pieces", async () => {
  expect(await look(FTYP, box("moof", Buffer.alloc(40)), box("mdat", SOUND))).toBeNull();
});
