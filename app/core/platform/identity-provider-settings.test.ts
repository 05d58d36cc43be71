import { describe, expect, test } from "vitest";
import { readIdentityProviders } from "./identity-provider-settings.ts";

const full = (key: string, issuer?: string): Record<string, string> => ({
  ...(issuer !== undefined && { [`SIGN_IN_${key}_ISSUER`]: issuer }),
  [`SIGN_IN_${key}_CLIENT_ID`]: "id",
  [`SIGN_IN_${key}_CLIENT_SECRET`]: "secret",
});

test("no settings, no identity providers; settings of other things are none", () => {
  expect(
    readIdentityProviders({ SIGN_UP: "open", SIGN_IN_TRIES: "3", SIGN_IN_GOOGLE_ISSUER: "" }),
  ).toEqual([]);
});

test("each key is an identity provider with an address of its own", () => {
  const identityProviders = readIdentityProviders({
    ...full("GOOGLE"),
    ...full("MICROSOFT", "https://login.microsoftonline.com/4f7e/v2.0"),
    ...full("OKTA", "https://kestrel.okta.com"),
  });
  expect(identityProviders.map(({ slug, name, issuer }) => [slug, name, issuer])).toEqual([
    ["google", "Google", "https://accounts.google.com"],
    ["microsoft", "Microsoft", "https://login.microsoftonline.com/4f7e/v2.0"],
    ["oidc-okta", "Okta", "https://kestrel.okta.com"],
  ]);
});

describe("a start with wrong settings says which", () => {
  test.each([
    ["a missing secret", { SIGN_IN_GOOGLE_CLIENT_ID: "id" }, /SIGN_IN_GOOGLE_CLIENT_SECRET/],
    ["no issuer", full("OKTA"), /SIGN_IN_OKTA_ISSUER/],
    ["an issuer without https", full("OKTA", "http://okta.example"), /SIGN_IN_OKTA_ISSUER/],
    [
      "everybody's tenant",
      full("MICROSOFT", "https://login.microsoftonline.com/common/v2.0"),
      /your own tenant/,
    ],
    [
      "every organisation's tenant",
      full("MICROSOFT", "https://login.microsoftonline.com/organizations/v2.0"),
      /your own tenant/,
    ],
  ])("%s", (_what, source, message) => {
    expect(() => readIdentityProviders(source)).toThrow(message);
  });
});
