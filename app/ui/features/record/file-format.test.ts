import { expect, test } from "vitest";
import { fileFormat } from "./file-format.ts";

test("a file is named by its format, never by a media type", () => {
  expect(fileFormat({ mime: "audio/ogg", codec: "opus" })).toBe("Ogg, Opus");
  expect(fileFormat({ mime: "audio/wav", codec: "pcm_s16le" })).toBe("WAV, PCM");
  expect(fileFormat({ mime: "audio/mpeg; charset=binary", codec: "mp3" })).toBe("MP3");
  expect(fileFormat({ mime: "application/octet-stream", codec: null })).toBeNull();
});
