import { redirect } from "@remix-run/node";
import { expect, test } from "vitest";
import { noteSaved, readSaved } from "./saved.server.ts";

const formOf = (fields: [string, string][]): FormData => {
  const data = new FormData();
  for (const [name, value] of fields) data.append(name, value);
  return data;
};
const backWith = (response: Response): Request => {
  const [cookie = ""] = response.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  return new Request("http://127.0.0.1/", { headers: { cookie } });
};

test("a redirect carries what the form did, about which row, to the page it leads to, and to one that asks beside it", () => {
  const noted = noteSaved(redirect("/setting/member"), "change", {
    data: formOf([
      ["memberId", "0198"],
      ["teamId", "0199"],
    ]),
    result: { facts: { email: "nova@example.test" } },
  });
  const { saved, headers } = readSaved(backWith(noted));
  expect(saved).toMatchObject({
    intent: "change",
    about: "0198",
    facts: { email: "nova@example.test" },
  });
  expect(Date.parse(saved?.at ?? "")).not.toBeNaN();
  const told = new Response(null, { headers });
  expect(told.headers.get("Set-Cookie")).toMatch(/Max-Age=3;/);
  expect(readSaved(backWith(told))).toEqual({ saved, headers: {} });
});

test("an answer that is no redirect says it itself, and a cookie that is none of ours says nothing", () => {
  const answer = new Response("{}", { status: 200 });
  noteSaved(answer, "check", { data: formOf([]), result: undefined });
  expect(answer.headers.getSetCookie()).toEqual([]);
  for (const cookie of ["__Host-saved=x", "__Host-saved=%7B%22intent%22%3A1%7D", "theme=dark"])
    expect(
      readSaved(new Request("http://127.0.0.1/", { headers: { cookie } })).saved,
      cookie,
    ).toBeNull();
  const { headers } = readSaved(
    new Request("http://127.0.0.1/", { headers: { cookie: "__Host-saved=x" } }),
  );
  expect(JSON.stringify(headers)).toMatch(/__Host-saved=;.*Max-Age=0/);
});
