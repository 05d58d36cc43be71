import { expect, test } from "vitest";
import { isTheme, resolveLanguage } from "./languages.ts";

test("the profile outranks the cookie, the cookie outranks the browser", () => {
  expect(resolveLanguage({ profile: "ja", cookie: "en", acceptLanguage: "en" })).toBe("ja");
  expect(resolveLanguage({ profile: null, cookie: "ja", acceptLanguage: "en" })).toBe("ja");
  expect(resolveLanguage({ acceptLanguage: "ja" })).toBe("ja");
});

test("values that are no language of ours are passed over", () => {
  expect(resolveLanguage({ profile: "xx", cookie: "<script>", acceptLanguage: "ja" })).toBe("ja");
  expect(resolveLanguage({ profile: "", cookie: "JA", acceptLanguage: null })).toBe("en");
});

test.each([
  ["ja-JP,ja;q=0.9,en;q=0.8", "ja"],
  ["de-DE,de;q=0.9,ja;q=0.4,en;q=0.3", "ja"],
  ["en;q=0.2, ja;q=0.7", "ja"],
  ["JA-jp", "ja"],
  ["ja;q=0, en", "en"],
  ["ja;q=zero, de", "en"],
  ["*", "en"],
  ["", "en"],
  [",;q=,,", "en"],
])("Accept-Language %j gives %s", (acceptLanguage, language) => {
  expect(resolveLanguage({ acceptLanguage })).toBe(language);
});

test("only the three themes are themes", () => {
  expect(["system", "light", "dark", "sepia", null, 1].filter(isTheme)).toEqual([
    "system",
    "light",
    "dark",
  ]);
});
