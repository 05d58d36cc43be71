import type { Claims } from "#app/core/platform/oauth/id-token.server.ts";
import type { IdentityProvider } from "#app/core/platform/identity-provider-settings.ts";
import { emailField } from "../fields.schema.ts";

type EmailClaims = Pick<
  Claims,
  "email" | "email_verified" | "tid" | "xms_edov" | "preferred_username"
>;

/**
 * The address, where the identity provider has proven that it is theirs. Entra lets people write any address: there it
 * counts when the owner of its domain was checked, or when it is the name their own tenant signs them in by.
 */
export function provenEmail(
  { slug, issuer }: Pick<IdentityProvider, "slug" | "issuer">,
  claims: EmailClaims,
): string | null {
  const parsed = emailField.safeParse(claims.email);
  if (!parsed.success) return null;
  const email = parsed.data;
  const isTrue = (claim: unknown): boolean =>
    claim === true || claim === 1 || claim === "true" || claim === "1";
  if (slug !== "microsoft") return isTrue(claims.email_verified) ? email : null;
  const isOurTenant =
    claims.tid !== undefined && new URL(issuer).pathname.split("/").includes(claims.tid);
  const isProven =
    isTrue(claims.xms_edov) || claims.preferred_username?.trim().toLowerCase() === email;
  return isOurTenant && isProven ? email : null;
}
