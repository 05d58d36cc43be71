import { expect, test } from "vitest";
import { readForm, readJson, readSearch } from "./body.server.ts";

const TURNED = "rtl\u202e3pm.exe";

test("no form, body or address brings text that shows itself as another", async () => {
  const url = `http://127.0.0.1/?q=${encodeURIComponent(TURNED)}`;
  const post = (body: string, type: string) =>
    new Request(url, { method: "POST", body, headers: { "content-type": type } });
  const fields = new URLSearchParams({ title: TURNED }).toString();
  const form = await readForm(post(fields, "application/x-www-form-urlencoded"));
  expect(form.get("title")).toBe("rtl3pm.exe");
  const sent = { files: [{ name: TURNED }] };
  expect(await readJson(post(JSON.stringify(sent), "application/json"))).toEqual({
    files: [{ name: "rtl3pm.exe" }],
  });
  expect(readSearch(new Request(url)).get("q")).toBe("rtl3pm.exe");
});
