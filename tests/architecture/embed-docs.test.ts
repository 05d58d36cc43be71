import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { EVENTS, METHODS } from "#app/ui/features/embed/player/protocol.ts";
import { MESSAGES, PARAMETERS } from "#app/ui/features/sharing/embed-reference.ts";

const page = readFileSync("docs/embed.md", "utf8");

/** Rows of the table under a heading, as its cells without backticks. */
function tableUnder(heading: string): string[][] {
  const part = page.slice(page.indexOf(`## ${heading}`)).split(/\n## /)[0] ?? "";
  const rows = part.split("\n").filter((line) => line.startsWith("|"));
  return rows.slice(2).map((row) =>
    row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("`", "").replaceAll("\\|", "|")),
  );
}

test("the page for partners lists every parameter, with its values", () => {
  const rows = tableUnder("Parameters of the address").map(([name, values]) => [name, values]);
  expect(rows).toEqual(
    PARAMETERS.map(([name, values]) => [
      name,
      values === null ? "seconds" : values === "…" ? "" : values.replaceAll(" · ", " "),
    ]),
  );
});

test("and every message of ours, with its direction and what an error may be", () => {
  const rows = tableUnder("Parley's own messages");
  expect(rows.map(([name, direction]) => [name, direction])).toEqual(
    MESSAGES.map(([name, way]) => [name, way === "in" ? "to the player" : "from the player"]),
  );
  const valueOf = (name: string) => rows.find(([one]) => one === name)?.[2];
  for (const name of ["setRange", "range", "resize", "error"] as const)
    expect(valueOf(name)).toBe(MESSAGES.find(([one]) => one === name)?.[2]);
});

test("and every method and event of player.js", () => {
  const named = (start: string) =>
    [...(page.split(`- ${start}:`)[1]?.split(".")[0] ?? "").matchAll(/`(\w+)`/g)].map(
      ([, name]) => name,
    );
  expect(named("Methods")).toEqual(METHODS);
  expect(named("Events")).toEqual(EVENTS);
});
