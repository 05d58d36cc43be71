import { expect, test } from "vitest";
import { withKey } from "./activity.server.ts";
import { playbackUrl } from "./call-for-crm.server.ts";

const CALL = "019aaaaa-0000-7000-8000-000000000001";
const KEY = `${CALL}:call`;
const LINK = playbackUrl(CALL);
const TAIL = `${LINK}\n\nParley: ${KEY}`;
const field = { type: "longtext" as const, length: 400 };

test("the words of an activity stand before the link and the key that it was made with", () => {
  expect(withKey({ after: "Two offers" }, TAIL, KEY)).toEqual({ after: `Two offers\n\n${TAIL}` });
  const stands = `Two offers\n\n${TAIL}\nRead by Mari`;
  expect(withKey({ after: "Three" }, stands, KEY)).toEqual({
    after: `Three\n\n${TAIL}\nRead by Mari`,
  });
  expect(withKey({ after: "Three" }, "Somebody's own words", KEY)).toEqual({ after: "Three" });
  expect(withKey({ after: 3 }, TAIL, KEY)).toEqual({ after: 3 });
});

test("a summary that ends with the link leaves one more of them, however often it is written", () => {
  const summary = { after: `Steps\n- Two offers\n\n${LINK}` };
  const once = withKey(summary, TAIL, KEY);
  expect(once).toEqual({ after: `${summary.after}\n\n${TAIL}` });
  expect(withKey(summary, once.after, KEY)).toEqual(once);
});

test("words that leave no room are cut, and never what the activity is found by", () => {
  const long = { after: "Two offers. ".repeat(100) };
  const cut = String(withKey(long, TAIL, KEY, field).after);
  expect(cut).toHaveLength(400);
  expect(cut.startsWith("Two offers.")).toBe(true);
  expect(cut.endsWith(`…\n\n${TAIL}`)).toBe(true);
  // Salesforce counts each of the breaks before and in the tail twice.
  const counted = withKey(long, TAIL, KEY, { ...field, lineBreak: 2 });
  expect(counted.after).toHaveLength(396);
  const html = { after: `<ul>${"<li>Two offers</li>".repeat(40)}</ul>` };
  const rich = String(withKey(html, TAIL, KEY, { type: "richtext", length: 400 }).after);
  expect(rich.length).toBeLessThanOrEqual(400);
  expect(rich.endsWith(`</li></ul><p>…</p>\n\n${TAIL}`)).toBe(true);
  expect(withKey(long, TAIL, KEY, { ...field, length: 20 })).toEqual({ after: TAIL });
  expect(withKey(long, TAIL, KEY, { ...field, length: null }).after).toHaveLength(
    1_200 + 2 + TAIL.length,
  );
});
