import { expect, test } from "vitest";
import { nameOfFile } from "./file-name.ts";

test.each([
  ["2026-11-20_Coca-Cola.wav", "2026-11-20 Coca-Cola"],
  ["anne-marie_kato.vtt", "anne-marie kato"],
  ["Kick-off__Marten_Steel.mp3", "Kick-off Marten Steel"],
  ["商談_2026-11-20.m4a", "商談 2026-11-20"],
  ["v1.2 rollout.final.txt", "v1.2 rollout.final"],
  ["_.wav", ""],
])("%s is called %s", (file, name) => {
  expect(nameOfFile(file)).toBe(name);
});
