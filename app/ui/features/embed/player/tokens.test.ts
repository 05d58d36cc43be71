import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const NAMES: Record<string, string> = {
  ...{ raised: "surface-raised", strong: "line-strong", hover: "surface-hover" },
  ...{ soft: "ink-soft", muted: "ink-muted" },
};
const read = (path: string) => readFileSync(path, "utf8");

/** `--name: value` of a block, the references of one name to another followed. */
function tokensOf(css: string): Map<string, string> {
  const found = [...css.matchAll(/--([\w-]+):\s*([^;]+);/g)];
  const tokens = new Map(found.map(([, name = "", value = ""]) => [name, value.trim()]));
  for (const [name, value] of tokens) {
    const [, other] = /^var\(--([\w-]+)\)$/.exec(value) ?? [];
    if (other !== undefined) tokens.set(name, tokens.get(other) ?? value);
  }
  return tokens;
}

const ours = read("app/ui/styles/tokens.css");
const theirs = read("app/ui/features/embed/player/player.css");
const darkFrom = ours.indexOf("@variant night {");
const dark = theirs.indexOf('[data-theme="dark"] {');
const auto = theirs.indexOf("@media (prefers-color-scheme");

test.each([
  ["light", tokensOf(ours.slice(0, darkFrom)), theirs.slice(0, dark)],
  ["dark", tokensOf(ours), theirs.slice(dark, auto)],
  ["dark, by the system", tokensOf(ours), theirs.slice(auto, theirs.indexOf("* {"))],
])("the player on other sites wears the product's colours: %s", (_theme, wanted, css) => {
  const worn = [...tokensOf(css)].filter(([name]) => name !== "at");
  expect(worn.length).toBeGreaterThan(10);
  expect(worn).toEqual(worn.map(([name]) => [name, wanted.get(NAMES[name] ?? name)]));
});
