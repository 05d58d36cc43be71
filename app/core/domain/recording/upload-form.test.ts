import { expect, test } from "vitest";
import { beginUploadForm } from "./upload.schema.ts";

test("captions beside a recording are refused by name before a byte is sent", () => {
  const read = beginUploadForm.safeParse({
    consent: true,
    files: [
      { name: "call.mp4", size: 1_000_000_000, speaker: "Mari" },
      { name: "call & notes.vtt", size: 2_000, speaker: "Jo" },
    ],
  });
  expect(read.error?.issues).toMatchObject([
    { path: ["files", 1, "name"], message: "file_unfit?name=call%20%26%20notes.vtt" },
  ]);
});
