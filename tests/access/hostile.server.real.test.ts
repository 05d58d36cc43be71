import { beforeAll, describe, expect, test } from "vitest";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { compareTimes } from "#tests/support/pairs.ts";
import { ADDRESS_FORMS, addressForms, SENT, withOpenSignUp } from "./account-addresses.ts";
import { appForFile } from "./app-for-file.ts";
import { clearAttempts } from "./replay.ts";

const PAIRS = 200;
const app = await appForFile();

describe("whether an address has an account is not said", () => {
  let forms: Awaited<ReturnType<typeof addressForms>>;
  beforeAll(async () => {
    forms = await addressForms(app, (await aWorkspace()).id);
  });

  test.each(ADDRESS_FORMS)("by %s: 200 pairs of the same bytes in the same time", async (name) => {
    const workspace = await aWorkspace();
    const known: SignedIn[] = [];
    for (let n = 0; n < PAIRS; n += 1) known.push(await aMember(workspace));
    await withOpenSignUp(async () => {
      const said = new Set<string>();
      const { ms, part } = await compareTimes(PAIRS, async (which, at) => {
        // Three letters an hour are an address's: later rounds are other addresses of the same people.
        const email = known[at % PAIRS]?.email ?? "";
        if (at % PAIRS === 0) await clearAttempts();
        said.add(await forms[name](which === "first" ? email : `not-${email}`));
      });
      expect([...said]).toEqual([expect.stringMatching(SENT)]);
      expect(ms < 1 || part < 0.05, `${ms} ms, ${part}`).toBe(true);
    });
  });
});
