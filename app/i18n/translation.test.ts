import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { createServerI18n } from "./i18n.server.ts";
import { TextsProvider, useTranslation } from "./translation.tsx";

function Count({ count }: { count: number }) {
  const { t } = useTranslation("common");
  return t("count.calls", { count });
}

const said = (i18n: ReturnType<typeof createServerI18n>, count: number): string =>
  renderToStaticMarkup(
    createElement(TextsProvider, { i18n, children: createElement(Count, { count }) }),
  );

test("the same sentence with other values is another sentence", () => {
  const i18n = createServerI18n("en");
  expect([1, 2, 1].map((count) => said(i18n, count))).toEqual(["1 call", "2 calls", "1 call"]);
});

test("readers of two languages are answered side by side", () => {
  const [en, ja] = [said(createServerI18n("en"), 2), said(createServerI18n("ja"), 2)];
  expect(ja).not.toBe(en);
  expect(ja).toContain("2");
});

test("outside of a provider there are no texts", () => {
  expect(() => renderToStaticMarkup(createElement(Count, { count: 1 }))).toThrow("TextsProvider");
});
