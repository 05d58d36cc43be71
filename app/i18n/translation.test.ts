import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { createServerI18n } from "./i18n.server.ts";
import { TextsProvider, useTranslation } from "./translation.tsx";

function Count({ count }: { count: number }) {
  const { t } = useTranslation("common");
  return t("count.calls", { count });
}

const said = (language: "en" | "ja", count: number): string =>
  renderToStaticMarkup(
    createElement(
      TextsProvider,
      { i18n: createServerI18n(language) },
      createElement(Count, { count }),
    ),
  );

test("the same sentence with other values is another sentence", () => {
  const i18n = createServerI18n("en");
  const both = [1, 2, 1].map((count) =>
    renderToStaticMarkup(createElement(TextsProvider, { i18n }, createElement(Count, { count }))),
  );
  expect(both).toEqual(["1 call", "2 calls", "1 call"]);
});

test("readers of two languages are answered side by side", () => {
  expect(said("ja", 2)).not.toBe(said("en", 2));
  expect(said("ja", 2)).toContain("2");
});

test("outside of a provider there are no texts", () => {
  expect(() => renderToStaticMarkup(createElement(Count, { count: 1 }))).toThrow("TextsProvider");
});
