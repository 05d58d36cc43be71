import { expect, test } from "vitest";
import { onSavedView } from "./saved-search.ts";

test.each([
  ["talk=demo", "talk=", "talk="],
  ["talk=demo&team=a&team=b", "team=c", "talk=demo&team=c"],
  [
    "range=last-4w&talk=demo",
    "from=2026-12-01&to=2026-12-14",
    "talk=demo&from=2026-12-01&to=2026-12-14",
  ],
  ["from=2026-12-01&to=2026-12-14&q=x", "range=last-week", "q=x&range=last-week"],
  ["range=last-4w", "from=&to=", "range=last-4w&from=&to="],
  ["to=2026-12-14", "from=2026-12-01", "to=2026-12-14&from=2026-12-01"],
])("a view of %s that is asked with %s is %s", (stored, own, both) => {
  expect(onSavedView(stored, new URLSearchParams(own)).toString()).toBe(both);
});
