import { afterAll, beforeAll, expect, test } from "vitest";
import { matroska } from "#media/fixtures/matroska.ts";
import { box, encrypted, film, FTYP, moov, nestedBoxes } from "#media/fixtures/mov.ts";
import { outcome, outcomeOf } from "#media/fixtures/outcome.ts";
import { floats, riff, tone } from "#media/fixtures/riff.ts";
import { openRoom, type Room } from "#media/fixtures/room.ts";

let room: Room;
beforeAll(async () => {
  room = await openRoom();
});
afterAll(() => room.close());

const SOUND = tone(16_000);
const FLOAT = { format: 3, bits: 32 };
const SECRET = "file:///srv/other.wav";
const elsewhere = (type: "url " | "alis", place: string) =>
  ({ type, isInThisFile: false, place }) as const;
const many = (count: number) => Array.from({ length: count }, () => ({}));
const tag = (length: number, behind = Buffer.alloc(0)) => {
  const size = [21, 14, 7, 0].map((bits) => (length >> bits) & 0x7f);
  const head = Buffer.from([...Buffer.from("ID3\x04\0\0", "latin1"), ...size]);
  return Buffer.concat([head, Buffer.alloc(length), behind]);
};
const text = (words: string) => Buffer.from(words.repeat(2000), "latin1");

test.each<[string, string, Buffer]>([
  [
    "a film whose sound is at an address",
    "media_elsewhere",
    film([{ reference: elsewhere("url ", SECRET) }], Buffer.alloc(280)),
  ],
  [
    "a film whose sound is in another file of a Mac",
    "media_elsewhere",
    film([{ reference: elsewhere("alis", "\x01Macintosh HD".repeat(12)) }], SOUND),
  ],
  [
    "a film whose picture is in another file",
    "media_elsewhere",
    film([{}, { handler: "vide", entry: "avc1", reference: elsewhere("url ", SECRET) }], SOUND),
  ],
  [
    "a film that is a list of films",
    "media_elsewhere",
    Buffer.concat([FTYP, box("moov", box("rmra", box("rmda")))]),
  ],
  [
    "nothing but samples that are no numbers",
    "invalid_samples",
    riff(
      floats(() => Number.NaN),
      FLOAT,
    ),
  ],
  [
    "nothing but infinite samples",
    "invalid_samples",
    riff(
      floats(() => Number.POSITIVE_INFINITY),
      FLOAT,
    ),
  ],
  [
    "nothing but samples of 600 dB",
    "invalid_samples",
    riff(
      floats((at) => (at % 2 ? 1e30 : -1e30)),
      FLOAT,
    ),
  ],
  [
    "two channels of no numbers",
    "invalid_samples",
    riff(
      floats(() => Number.NaN),
      { ...FLOAT, channels: 2 },
    ),
  ],
  ["a film of 17 tracks", "too_many_tracks", film(many(17), SOUND)],
  ["a film of 10,000 tracks", "too_many_tracks", film(many(10_000), SOUND)],
  [
    "a Matroska file of 10,000 tracks",
    "too_many_tracks",
    matroska({ tracks: 10_000, durationMs: 100 }),
  ],
  ["a WAV of 17 channels", "too_many_channels", riff(tone(4000, 17), { channels: 17 })],
  ["a WAV of 64 channels", "too_many_channels", riff(tone(4000, 64), { channels: 64 })],
  ["a WAV of 65,535 channels", "too_many_channels", riff(tone(4000), { channels: 65_535 })],
  ["a film of 64 channels", "too_many_channels", film([{ channels: 64 }], tone(4000, 64))],
  ["boxes nested 50,000 deep", "unreadable", nestedBoxes(50_000)],
  ["tracks nested 50,000 deep", "unreadable", nestedBoxes(50_000, "trak")],
  ["a sample rate of 0", "unsupported_rate", riff(SOUND, { rate: 0 })],
  ["a sample rate of 1 Hz, four hours in 32 kB", "unsupported_rate", riff(SOUND, { rate: 1 })],
  ["a sample rate of 10 MHz", "unsupported_rate", riff(SOUND, { rate: 10_000_000 })],
  ["a sample rate of 4 GHz", "unsupported_rate", riff(SOUND, { rate: 0xffffffff })],
  [
    "a Matroska sample rate of 1 Hz",
    "unsupported_rate",
    matroska({ tracks: 1, durationMs: 100, rate: 1 }),
  ],
  ["sound in a codec nobody knows", "unsupported_codec", film([{ entry: "zzzz" }], SOUND)],
  ["sound in a WAV codec of 1992", "unsupported_codec", riff(SOUND, { format: 2, bits: 4 })],
  ["a film under Common Encryption", "encrypted", film([encrypted("mp4a")], SOUND)],
  [
    "a film whose encrypted sound would play as noise",
    "encrypted",
    film([encrypted("sowt")], SOUND),
  ],
  ["a bought song", "encrypted", film([{ entry: "drms" }], SOUND)],
  ["an encrypted WebM", "encrypted", matroska({ tracks: 1, durationMs: 100, isEncrypted: true })],
  ["only a picture", "no_audio", film([{ handler: "vide", entry: "avc1" }], SOUND)],
  ["only subtitles", "no_audio", film([{ handler: "text", entry: "text" }], SOUND)],
  ["a tag of 20 MB and nothing behind it", "no_audio", tag(20_000_000)],
  ["the first quarter of a tag", "cut_off", tag(20_000_000).subarray(0, 5_000_000)],
  ["a film that ends before its index", "cut_off", film([{}], SOUND).subarray(0, 20_000)],
  [
    "a film that ends behind its index",
    "cut_off",
    Buffer.concat([FTYP, moov([{}], 32_000, 2000), box("mdat", SOUND).subarray(0, 8)]),
  ],
  ["the first 20 bytes of a WAV", "cut_off", riff(SOUND).subarray(0, 20)],
  ["no bytes", "ends_early", Buffer.alloc(0)],
  ["a WAV header", "ends_early", riff(Buffer.alloc(0))],
  ["a WAV header without data", "ends_early", riff(SOUND).subarray(0, 36)],
  ["text behind a tag", "unreadable", tag(1000, text("Once upon a time. "))],
  ["zeros behind a tag", "unreadable", tag(1000, Buffer.alloc(50_000))],
  [
    "text that begins like an MP3",
    "unreadable",
    Buffer.concat([Buffer.from("fffb9064", "hex"), text("Once upon a time. ")]),
  ],
  [
    "text that begins like AAC",
    "unreadable",
    Buffer.concat([Buffer.from("fff15080021ffc", "hex"), text("U")]),
  ],
  [
    "text that begins like Ogg",
    "unreadable",
    Buffer.concat([Buffer.from("OggS", "latin1"), text("Once upon a time. ")]),
  ],
  [
    "text that begins like FLAC",
    "unreadable",
    Buffer.concat([Buffer.from("fLaC", "latin1"), text("Once upon a time. ")]),
  ],
  [
    "text that begins like a WAV",
    "unreadable",
    Buffer.concat([Buffer.from("RIFF\xff\0\0\0WAVE", "latin1"), text("\0")]),
  ],
  ["an index that was never written", "unreadable", Buffer.concat([FTYP, box("mdat", SOUND)])],
  [
    "a playlist called .mp4",
    "unsupported_media",
    Buffer.from(`#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\n${SECRET}\n`),
  ],
  ["text called .mp3", "unsupported_media", text("Once upon a time. ")],
])("%s is refused for good: %s", async (_, code, bytes) => {
  expect(await outcomeOf(room, bytes)).toEqual({ code, isPermanent: true, made: null });
});

test("headers of Ogg and FLAC without a packet behind them end before any sound", async () => {
  const jobDir = await room.job();
  const short = ["-f", "lavfi", "-i", "sine=d=1", "-frames:a", "0"];
  for (const [name, codec] of [
    ["a.ogg", "libopus"],
    ["a.flac", "flac"],
  ] as const) {
    await room.make(jobDir, [...short, "-c:a", codec, name]);
    expect(await outcome(room, jobDir, name)).toMatchObject({
      code: "ends_early",
      isPermanent: true,
    });
  }
});

test("a film that ffmpeg itself encrypted is refused as such", async () => {
  const jobDir = await room.job();
  const key = "0123456789abcdef".repeat(2);
  const scheme = ["-encryption_scheme", "cenc-aes-ctr", "-encryption_key", key];
  const made = ["-f", "lavfi", "-i", "sine=d=3", ...scheme, "-encryption_kid", key, "a.mp4"];
  await room.make(jobDir, made);
  expect(await outcome(room, jobDir, "a.mp4")).toMatchObject({
    code: "encrypted",
    isPermanent: true,
  });
});
