import { beforeEach, expect, test } from "vitest";
import { signedOut } from "#app/ui/browser/signed-out.ts";
import { refusalOf } from "./upload-errors.ts";

beforeEach(() => signedOut.set(false));

const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

test("an upload that is begun signed out says so, and is no fault of ours", async () => {
  expect(await refusalOf(answer(401, { code: "unauthenticated" }))).toEqual({
    "": ["signed_out"],
  });
  expect(signedOut.get()).toBe(true);
});

test("fields that are wrong are named, and what else refuses is a fault", async () => {
  const fields = { files: ["file_empty"] };
  expect(await refusalOf(answer(422, { code: "validation_failed", fields }))).toEqual(fields);
  expect(await refusalOf(answer(500, { code: "internal" }))).toEqual({ "": ["failed"] });
  expect(await refusalOf(new Response("no JSON", { status: 502 }))).toEqual({ "": ["failed"] });
  expect(signedOut.get()).toBe(false);
});
