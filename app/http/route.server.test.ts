import { json } from "@remix-run/node";
import { expect, test } from "vitest";
import * as z from "zod";
import { DomainError } from "#app/core/domain/errors.ts";
import { REQUEST_ID } from "./actor.server.ts";
import { visitor } from "./route.server.ts";

/** What the loader of a page throws when its handler does. */
async function thrownBy(fault: unknown): Promise<unknown> {
  const loader = visitor("problem.read", z.unknown(), () => {
    throw fault;
  });
  const request = new Request("http://parley.test/problems/x", {
    headers: { [REQUEST_ID]: "5b1f0c52-8a0e-4d0e-9b43-0f6a7f1b2c3d" },
  });
  return loader({ request, params: {}, context: {} }).then(
    () => null,
    (error: unknown) => error,
  );
}

test("a bug is answered with the id of its report, and with nothing of what it says", async () => {
  const answer = await thrownBy(new Error("duplicate key (email)=(mari@acme.test)"));
  expect(answer).toBeInstanceOf(Response);
  if (!(answer instanceof Response)) return;
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({
    code: "internal",
    requestId: "5b1f0c52-8a0e-4d0e-9b43-0f6a7f1b2c3d",
  });
});

test("refusals and answers that are thrown stay as they are", async () => {
  expect(await thrownBy(new DomainError("not_found"))).toHaveProperty("status", 404);
  const gone = json({ code: "link_ended" }, { status: 410 });
  expect(await thrownBy(gone)).toBe(gone);
});
