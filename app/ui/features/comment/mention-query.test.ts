import { expect, test } from "vitest";
import { matching, mentionAt } from "./mention-query.ts";

test.each([
  ["hello @ma", "ma"],
  ["@", ""],
  ["@mari ka", "mari ka"],
  ["こんにちは @加", "加"],
  ["mari@demo", null],
  ["@mari kato said", null],
  ["no mention", null],
])("%s", (body, text) => expect(mentionAt(body, body.length)?.text ?? null).toBe(text));

test("names that begin so come before names of which a later word does", () => {
  const people = ["Theo Mar", "Mari Kato", "Ivo Lund"].map((name) => ({
    ...{ id: name, name, team: null, sees: true },
  }));
  expect(matching(people, "MAR").map(({ name }) => name)).toEqual(["Mari Kato", "Theo Mar"]);
  expect(matching(people, "")).toHaveLength(3);
});
