import { expect, test } from "vitest";
import { whoIsOn } from "./who-is-on.ts";

type Named = { name: string; side: "R" | "C" };

/** Who is on each track, of a call of Bob Lee's: "*" is the person whom the form names. */
function people(titles: readonly (string | null)[], named: Named | null = null): string[] {
  const voice = named && { participantId: "*", ...named };
  const who = whoIsOn(
    { perSpeaker: "track", lanes: titles.map((title) => ({ title })) },
    { language: "en", ownerName: "Bob Lee", originals: [{ voice }] },
  );
  return who.map((one) => {
    if (one === "everybody") return one;
    if ("participantId" in one) return one.participantId;
    return `${one.side} ${one.name ?? one.further?.number ?? ""}`.trim();
  });
}

const THREE = ["Bob Lee", "Mari Kato", "Ann Ray"];

test.each<[string, (string | null)[], Named | null, string[]]>([
  ["nothing", [null, null, null], null, ["R", "C", "C 2"]],
  ["the owner first", THREE, null, ["R", "C Mari Kato", "C Ann Ray"]],
  ["the owner last", ["Mari Kato", null, "Bob Lee"], null, ["C Mari Kato", "C 2", "R"]],
  ["one word of the owner's name", ["Bob", "Ann"], null, ["R", "C Ann"]],
  ["the owner's first name, last", ["Ann", "bob lee"], null, ["C Ann", "R"]],
  ["another person first", ["Ann Ray", null], null, ["R Ann Ray", "C"]],
  ["one word that may be a thing", ["Scarlett", null], null, ["R", "C"]],
  ["things", ["Blue Yeti", "Loopback Audio"], null, ["R", "C"]],
])("titles say who is on a track where they are sure: %s", (_, titles, named, expected) => {
  expect(people(titles, named)).toEqual(expected);
});

test.each<[string, (string | null)[], Named, string[]]>([
  ["by title", THREE, { name: "Ann Ray", side: "C" }, ["R", "C Mari Kato", "*"]],
  ["by a word of it", THREE, { name: "Ann", side: "C" }, ["R", "C Mari Kato", "*"]],
  ["by title, on our side", THREE, { name: "ann ray", side: "R" }, ["R", "C Mari Kato", "*"]],
  ["by title, first", ["Ann Ray", null], { name: "Ann Ray", side: "C" }, ["*", "R"]],
  ["by title, in our place", [null, "Ann Ray"], { name: "Ann Ray", side: "R" }, ["C", "*"]],
  ["by place, theirs", [null, null, null], { name: "Ann Ray", side: "C" }, ["R", "*", "C 2"]],
  ["by place, ours", [null, null], { name: "Ann Ray", side: "R" }, ["*", "C"]],
  ["beside the owner", ["Bob Lee", null], { name: "Ann Ray", side: "R" }, ["R", "*"]],
  ["before the owner", [null, "Bob Lee"], { name: "Ann Ray", side: "C" }, ["*", "R"]],
  ["not the owner's namesake", ["Bob Lee", null], { name: "Bob", side: "C" }, ["R", "*"]],
])("the person of the form takes their own track: %s", (_, titles, named, expected) => {
  expect(people(titles, named)).toEqual(expected);
});
