import type { AddressInfo } from "node:net";
import express from "express";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onePath, refuseUnreadable } from "./address.server.ts";
import { wholeAddress } from "./whole-address.server.ts";

const ID = "0199a1b2-c3d4-7e5f-8a6b-0c1d2e3f4a5b";
const app = express();
app.use(onePath, refuseUnreadable, wholeAddress, (_req, res) => {
  res.send("page");
});
const server = app.listen(0, "127.0.0.1");
let origin = "";
beforeAll(async () => {
  if (!server.listening) await new Promise((done) => server.once("listening", done));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is an object
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

async function ask(path: string, method = "GET") {
  const answer = await fetch(origin + path, { method, redirect: "manual" });
  return [answer.status, answer.headers.get("location")];
}

const BEHIND = [".", ")", "]", "。", "、", ">", '"', "%20", "%3E", "」", "」。", ").", "を見て"];
const PAGES = [
  ...["/playback/", "/recordings/", "/clips/", "/library/", "/console/", "/deals/"],
  ...["/setting/summarization-template/", "/embed/playback/"],
].map((path) => path + ID);
const CODES = [
  `/activate/${"aB3_-zY9".repeat(6).slice(0, 43)}`,
  `/signup/${"aB3_-zY9".repeat(3).slice(0, 22)}`,
  `/shared/${"aB3_-zY9".repeat(3).slice(0, 22)}`,
  `/hooks/unsubscribe/${"aB3_-zY9".repeat(20)}`,
];

describe.each([...PAGES, ...CODES])("%s", (path) => {
  test.each(BEHIND)("leads to itself with %s behind it", async (behind) => {
    expect(await ask(path + behind)).toEqual([302, path]);
    expect(await ask(`${path}${behind}?t=12&q=a%20b`)).toEqual([302, `${path}?t=12&q=a%20b`]);
  });
  test("is a page as it is", async () => {
    expect(await ask(path)).toEqual([200, null]);
    expect(await ask(`${path}?t=12.`)).toEqual([200, null]);
    expect(await ask(`${path}。`, "POST")).toEqual([200, null]);
  });
});

test("an id with a sign too few, something below a page, and files stay as they are", async () => {
  for (const path of [
    `/playback/${ID.slice(0, -1)}.`,
    `/playback/${ID}0`,
    `/library/${ID}/links.json`,
    `/calls/${ID}/labels`,
    `/media/${ID}.`,
    "/recordings.json",
    "/recordings/begin",
  ])
    expect(await ask(path)).toEqual([200, null]);
});

test("a code with a sign too few loses what is behind it, too: its page says that it is not complete", async () => {
  expect(await ask("/shared/abc。")).toEqual([302, "/shared/abc"]);
});

test("what asks for a page's data is told in Remix's way", async () => {
  const answer = await fetch(`${origin}/clips/${ID}.?t=3&_data=routes%2Fwork%2Fclip`);
  expect(answer.status).toBe(204);
  expect(answer.headers.get("x-remix-redirect")).toBe(`/clips/${ID}?t=3`);
  expect(answer.headers.get("x-remix-status")).toBe("302");
});

test("it leads nowhere else", async () => {
  expect(await ask("//evil.example/shared/abc.")).toEqual([200, null]);
  expect(await ask(`/playback/${ID}.%0d%0aX: y`)).toEqual([400, null]);
});
