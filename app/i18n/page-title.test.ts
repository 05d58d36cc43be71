import { expect, test } from "vitest";
import { pageTitle } from "./page-title.ts";

const titleFor = (data: unknown): unknown => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of all that Remix gives, it reads the root's data
  const args = { matches: [{ id: "root", data }] } as never;
  return pageTitle("recordings")(args);
};

test("a page is called in the reader's language, and in English where none is known", () => {
  expect(titleFor({ language: "ja" })).toEqual([{ title: "録音 · Parley" }]);
  expect(titleFor({ language: "en" })).toEqual([{ title: "Recordings · Parley" }]);
  for (const data of [undefined, { language: "xx" }, null])
    expect(titleFor(data)).toEqual([{ title: "Recordings · Parley" }]);
});
