import { expect, test } from "vitest";
import { findMentions } from "./mentions.ts";

const PEOPLE = ["Aki", "Aki Tanaka", "Mari Kato", "加藤", "Zoë O’Neil"].map((name) => ({
  id: name,
  name,
}));
const named = (body: string) =>
  findMentions(body, PEOPLE).map(({ from, to, ids }) => [body.slice(from, to), ...ids]);

test.each([
  ["ask @Aki about it", [["@Aki", "Aki"]]],
  ["ask @aki tanaka, please", [["@aki tanaka", "Aki Tanaka"]]],
  ["@Akira is somebody else", []],
  ["aki@aki.test is an address", []],
  [
    "@Aki and @Mari Kato",
    [
      ["@Aki", "Aki"],
      ["@Mari Kato", "Mari Kato"],
    ],
  ],
  ["@加藤さん、お願いします", [["@加藤", "加藤"]]],
  ["(@Zoë O’Neil)", [["@Zoë O’Neil", "Zoë O’Neil"]]],
  ["@ nobody, and @", []],
])("%s", (body, wanted) => expect(named(body)).toEqual(wanted));

test("all who share a name are found, for the writer to choose from", () => {
  const two = [1, 2].map((n) => ({ id: String(n), name: "Kim" }));
  expect(findMentions("@kim", two)).toEqual([{ from: 0, to: 4, ids: ["1", "2"] }]);
});
