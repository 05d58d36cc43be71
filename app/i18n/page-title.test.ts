import { expect, test } from "vitest";
import EN from "./en/setting.json" with { type: "json" };
import JA from "./ja/setting.json" with { type: "json" };
import { pageTitle, tabTitle } from "./page-title.ts";

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

test("a page of tabs is called after the one that is open", () => {
  const meta = tabTitle({ sharing: "settingSharing" }, "general");
  const titleOf = (data: unknown, language = "en"): unknown => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it reads the root's data and the page's
    const args = { data, matches: [{ id: "root", data: { language } }] } as never;
    return meta(args);
  };
  expect(titleOf({ tab: "sharing" })).toEqual([{ title: "Sharing · Parley" }]);
  expect(titleOf({ tab: "sharing" }, "ja")).toEqual([{ title: "共有 · Parley" }]);
  for (const data of [{ tab: "other" }, { tab: 7 }, {}, null, undefined])
    expect(titleOf(data)).toEqual([{ title: "Settings · Parley" }]);
});

test.each([EN, JA])(
  "the tabs of the settings have the titles of their headings",
  ({ $title, page }) => {
    const names = Object.entries($title).map(([name, text]) => [
      name.slice("setting".length).toLowerCase(),
      text,
    ]);
    expect(page).toMatchObject(Object.fromEntries(names));
  },
);
