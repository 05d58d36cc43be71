import { describe, expect, test } from "vitest";
import { provenEmail } from "./proven-email.ts";

const claims = (more: object) => ({
  iss: "x",
  sub: "1",
  nonce: "n",
  aud: "c",
  email: "Mari@Sato.test",
  ...more,
});
const tenant = "4f7e1b8c-0000-4000-8000-000000000001";
const microsoft = { slug: "microsoft", issuer: `https://login.microsoftonline.com/${tenant}/v2.0` };
const google = { slug: "google", issuer: "https://accounts.google.com" };

describe("the address of a partner's token counts", () => {
  test("when the partner says it is proven", () => {
    expect(provenEmail(google, claims({ email_verified: true }))).toBe("mari@sato.test");
    expect(provenEmail(google, claims({ email_verified: "true" }))).toBe("mari@sato.test");
    for (const email_verified of [undefined, false, "false", "", "yes"])
      expect(provenEmail(google, claims({ email_verified }))).toBeNull();
    expect(provenEmail(google, claims({ email: undefined, email_verified: true }))).toBeNull();
  });

  test("of Entra only from the own tenant, and only when its domain was checked or it is the sign-in name", () => {
    const tid = tenant;
    expect(provenEmail(microsoft, claims({ tid, xms_edov: true }))).toBe("mari@sato.test");
    expect(provenEmail(microsoft, claims({ tid, preferred_username: "mari@sato.test" }))).toBe(
      "mari@sato.test",
    );
    for (const more of [
      { tid },
      { tid, email_verified: true },
      { tid, xms_edov: false },
      { tid, preferred_username: "other@sato.test" },
      { tid: "4f7e1b8c-0000-4000-8000-000000000002", xms_edov: true },
      { xms_edov: true },
    ])
      expect(provenEmail(microsoft, claims(more))).toBeNull();
  });
});
