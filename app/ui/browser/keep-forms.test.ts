import { afterEach, beforeEach, expect, test } from "vitest";
import { keepForms } from "./keep-forms.ts";
import { signedOut } from "./signed-out.ts";

const HERE = new URL("http://parley.test/calls/1");
const asked = { currentUrl: HERE, nextUrl: HERE, defaultShouldRevalidate: true };
const refused = {
  ...asked,
  actionStatus: 401,
  actionResult: { code: "unauthenticated", error: { "": ["signed_out"] } },
};

beforeEach(() => signedOut.set(false));
afterEach(() => signedOut.set(false));

type Made = { shouldRevalidate: (of: typeof asked) => boolean };
const isMade = (made: object): made is Made => "shouldRevalidate" in made;

/** The decisions of a page that was there when the tab loaded, of its child, and of one that is loaded later. */
async function decisions(own?: () => boolean): Promise<Made["shouldRevalidate"][]> {
  const lazy = () => Promise.resolve(own === undefined ? {} : { shouldRevalidate: own });
  const child = { shouldRevalidate: own };
  const first = { shouldRevalidate: own, children: [child] };
  const later = { lazy };
  keepForms<typeof asked>([first, later]);
  const made = await later.lazy();
  return [first, child, made].map((one) => {
    if (!isMade(one)) throw new Error("it decides nothing");
    return one.shouldRevalidate;
  });
}

test("a page whose form was refused is not read again, whatever its module says", async () => {
  for (const decide of await decisions(() => true)) {
    signedOut.set(false);
    expect(decide(refused)).toBe(false);
    expect(signedOut.get()).toBe(true);
    // News that comes meanwhile does not lead to sign-in either.
    expect(decide(asked)).toBe(false);
  }
});

test("sent again with success it is read again, and so is another page", async () => {
  for (const decide of await decisions()) {
    decide(refused);
    const other = { ...asked, nextUrl: new URL("http://parley.test/calls/2") };
    expect(decide(other)).toBe(true);
    const done = { ...asked, actionStatus: 200, actionResult: { ok: true } };
    expect(decide(done)).toBe(true);
    expect(signedOut.get()).toBe(false);
  }
});

test("other refusals, and what a module decides itself, stay as they were", async () => {
  const wrong = { ...asked, actionStatus: 422, actionResult: { status: "error" } };
  for (const decide of await decisions()) expect(decide(wrong)).toBe(true);
  for (const decide of await decisions(() => false)) expect(decide(asked)).toBe(false);
});

test("the routes of a router are changed once", () => {
  let asks = 0;
  const route = {
    shouldRevalidate: () => {
      asks += 1;
      return true;
    },
  };
  const routes = [route];
  keepForms<typeof asked>(routes);
  const once = route.shouldRevalidate;
  keepForms<typeof asked>(routes);
  expect(route.shouldRevalidate).toBe(once);
  expect(asks).toBe(0);
});

test("what is sent past the router says the same by its status", () => {
  signedOut.learn(401);
  signedOut.learn(503);
  signedOut.learn(undefined);
  expect(signedOut.get()).toBe(true);
  signedOut.learn(200);
  expect(signedOut.get()).toBe(false);
});
