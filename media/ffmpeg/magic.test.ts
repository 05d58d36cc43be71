import { expect, test } from "vitest";
import { containerOf, demuxerOf, id3Length, mimeOf } from "./magic.ts";

const bytes = (hex: string, text = "") =>
  Buffer.concat([Buffer.from(hex.replaceAll(" ", ""), "hex"), Buffer.from(text, "latin1")]);
const mp3 = bytes("ff fb 90 64 00 00 00 00");
const adts = bytes("ff f1 50 80 02 1f fc 00");
const tag = (length: number, behind: Uint8Array) =>
  Buffer.concat([
    Buffer.from("ID3\x04\0\0", "latin1"),
    Buffer.from([0, 0, length >> 7, length & 0x7f]),
    Buffer.alloc(length),
    behind,
  ]);

test.each([
  ["an MP4", bytes("00000018", "ftypisom"), "mov", "mp4"],
  ["a QuickTime film", bytes("00000014", "ftypqt  "), "mov", "mov"],
  ["an M4A", bytes("0000001c", "ftypM4A "), "mov", "m4a"],
  ["a WebM", bytes("1a45dfa3 9f 4286 81 01 4282 84", "webm"), "matroska", "webm"],
  ["a Matroska file", bytes("1a45dfa3 a3 4286 81 01 4282 88", "matroska"), "matroska", "matroska"],
  ["an Ogg file", bytes("", "OggS\0\x02"), "ogg", "ogg"],
  ["a FLAC file", bytes("", "fLaC\0\0\0\x22"), "flac", "flac"],
  ["a WAV file", bytes("", "RIFF\x24\0\0\0WAVEfmt "), "wav", "wav"],
  ["an RF64 file", bytes("", "RF64\xff\xff\xff\xffWAVEds64"), "wav", "wav"],
  ["a BW64 file", bytes("", "BW64\xff\xff\xff\xffWAVEds64"), "wav", "wav"],
  ["an MP3 frame", mp3, "mp3", "mp3"],
  ["an MPEG-2.5 MP3 frame", bytes("ff e3 18 c4"), "mp3", "mp3"],
  ["an MP3 with a tag", tag(300, mp3), "mp3", "mp3"],
  ["an MP3 whose tag is longer than the head", tag(300, mp3).subarray(0, 100), "mp3", "mp3"],
  ["ADTS without a checksum", adts, "aac", "aac"],
  ["ADTS with a checksum", bytes("ff f0 50 80"), "aac", "aac"],
  ["MPEG-2 ADTS", bytes("ff f9 50 80"), "aac", "aac"],
  ["ADTS with a tag", tag(20, adts), "aac", "aac"],
  ["a FLAC file with a tag", tag(20, bytes("", "fLaC")), "flac", "flac"],
])("%s is opened by its first bytes", (_, head, demuxer, container) => {
  expect(demuxerOf(head)).toBe(demuxer);
  expect(containerOf(head)).toBe(container);
});

test.each([
  ["nothing", bytes("")],
  ["three bytes", bytes("ff fb 90")],
  ["a playlist", bytes("", "#EXTM3U\n")],
  ["a concat list", bytes("", "ffconcat version 1.0")],
  ["an AVI", bytes("", "RIFF\0\0\0\0AVI LIST")],
  ["an RF64 file of something else", bytes("", "RF64\xff\xff\xff\xffAVI ds64")],
  ["UTF-16 text", bytes("ff fe 23 00 45 00")],
  ["an MPEG layer II frame", bytes("ff fd 90 00")],
  ["a frame of a reserved version", bytes("ff eb 90 00")],
  ["a frame of a forbidden bit rate", bytes("ff fb f0 00")],
  ["a frame of a reserved sample rate", bytes("ff fb 9c 00")],
  ["HTML", bytes("", "<!doctype html>")],
])("%s is not accepted", (_, head) => {
  expect(demuxerOf(head)).toBeNull();
  expect(containerOf(head)).toBeNull();
});

test("the length of a tag is read seven bits per byte, with its footer", () => {
  expect(id3Length(bytes("", "ID3\x04\0\0\0\0\x02\x01"))).toBe(10 + 257);
  expect(id3Length(bytes("", "ID3\x04\0\x10\0\0\0\0"))).toBe(20);
  expect(id3Length(mp3)).toBe(0);
});

test("an original's type tells sound from picture", () => {
  expect([
    mimeOf("webm", false),
    mimeOf("webm", true),
    mimeOf("m4a", false),
    mimeOf("mp3", true),
  ]).toEqual(["audio/webm", "video/webm", "audio/mp4", "audio/mpeg"]);
});
