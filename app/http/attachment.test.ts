import { expect, test } from "vitest";
import { attachment } from "./attachment.server.ts";

/** The two names of a header, as a client reads them: whoever knows the second one takes it. */
function namesOf(header: string): { plain: string; full: string } {
  const match =
    /^attachment; filename=(?:"([\x20-\x7e]*)"|([\w!#$&+.^`|~%'*-]+))(?:; filename\*=UTF-8''([\w!#$&+.^`|~%-]*))?$/.exec(
      header,
    );
  if (!match) throw new Error(`not a header: ${header}`);
  const plain = match[1] ?? match[2] ?? "";
  return { plain, full: match[3] === undefined ? plain : decodeURIComponent(match[3]) };
}

test.each([
  ["Renewal.m4a", "Renewal.m4a", "Renewal.m4a"],
  ["Ünïcode café.txt", "Unicode cafe.txt", "Ünïcode café.txt"],
  ["商談 8月.m4a", "_ 8_.m4a", "商談 8月.m4a"],
  ['a/b\\c:d*e?f"g<h>i|j.txt', "a b c d e f g h i j.txt", "a b c d e f g h i j.txt"],
  ["it's (final) 100%.csv", "it's (final) 100%.csv", "it's (final) 100%.csv"],
  ["line\r\nSet-Cookie: a=b.txt", "line Set-Cookie a=b.txt", "line Set-Cookie a=b.txt"],
  ["100%20.csv", "100%20.csv", "100%20.csv"],
  ["../../etc/passwd", ".. .. etc passwd", ".. .. etc passwd"],
  ["", "file", "file"],
  ["///", "file", "file"],
  ["\u202egpj.exe", "gpj.exe", "gpj.exe"],
])("%j is called %j by old clients and %j by others", (name, plain, full) => {
  expect(namesOf(attachment(name))).toEqual({ plain, full });
});

test("full-width forms do not become quotes or slashes in the plain name", () => {
  const { plain, full } = namesOf(attachment("a＂; filename=b／c＼d.txt"));
  expect(plain).not.toMatch(/["/\\]/);
  expect(full).toContain("＂");
});

test("a long name keeps its ending, and is never cut inside a character", () => {
  for (let length = 140; length < 160; length += 1) {
    const { full } = namesOf(attachment(`${"x".repeat(length)}😀😀😀.m4a`));
    expect(full.length).toBeLessThanOrEqual(150);
    expect(full).toMatch(/\.m4a$/);
    expect(full).not.toContain("\ufffd");
  }
});

test("half a character in a title is no error", () => {
  expect(namesOf(attachment("half \ud83d.txt")).full).toBe("half \ufffd.txt");
});

test("a name that a client might decode is given in both ways", () => {
  expect(attachment("100%20.csv")).toBe(
    "attachment; filename=100%20.csv; filename*=UTF-8''100%2520.csv",
  );
});
