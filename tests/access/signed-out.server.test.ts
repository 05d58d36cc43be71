import { expect, test } from "vitest";
import { appForFile } from "./app-for-file.ts";
import { DEEDS } from "./recorded.ts";
import { fill, send } from "./replay.ts";
import type { Asked } from "./requests.ts";

const app = await appForFile();
const ID = "0198f000-0000-7000-8000-000000000000";
/** The commands of pages, as a tab sends them whose member signed out in another one. */
const FORMS = DEEDS.filter(
  ({ intent, recorded: { route } }) =>
    intent !== null && app.routes.some(({ id, isPage }) => id === route && isPage),
);
const filled = ({ recorded }: Asked) => fill(recorded, () => ID);

test("a form that is sent signed out is answered as one to correct, with what was typed in it", async () => {
  expect(FORMS.length).toBeGreaterThan(100);
  for (const deed of FORMS) {
    const { status, text, headers } = await send(app, null, filled(deed));
    expect([deed.name, status]).toEqual([deed.name, 401]);
    expect(JSON.parse(text), deed.name).toMatchObject({
      ...{ code: "unauthenticated", status: "error", error: { "": ["signed_out"] } },
      initialValue: { intent: deed.intent },
    });
    // What is thrown puts an error page in the place of the form.
    expect([deed.name, headers.get("x-remix-catch")]).toEqual([deed.name, null]);
  }
});

test("it keeps a title, and gives no password back", async () => {
  const path = `/playback/${ID}`;
  const form = { intent: "edit_call", title: "Renewal", password: "herons over the river" };
  const route = "routes/work/playback";
  const { text } = await send(app, null, { route, method: "POST", path, form });
  expect(JSON.parse(text)).toHaveProperty("initialValue.title", "Renewal");
  expect(text).not.toContain("herons");
});

test("a document that is posted, and what is no form of a page, is refused as before", async () => {
  const posted = await app.ask(
    new Request(`http://127.0.0.1:3000/playback/${ID}`, {
      method: "POST",
      headers: { accept: "text/html" },
      body: new URLSearchParams({ intent: "edit_call" }),
    }),
  );
  expect(posted.status).toBe(401);
  const begun = { route: "routes/resource/recordings-begin", path: "/recordings/begin", json: {} };
  const { status, text } = await send(app, null, { ...begun, method: "POST" });
  expect([status, text]).toEqual([401, '{"code":"unauthenticated"}']);
});
