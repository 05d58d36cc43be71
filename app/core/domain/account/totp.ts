import { Secret, TOTP } from "otpauth";

const PERIOD_S = 30;
/** A phone's clock may be this many steps off (RFC 6238 §5.2 advises one). */
const WINDOW = 1;

const totpOf = (secret: string, label = ""): TOTP =>
  new TOTP({
    issuer: "Parley",
    label,
    secret: Secret.fromBase32(secret),
    algorithm: "SHA1",
    digits: 6,
    period: PERIOD_S,
  });

/** 160 random bits in base32, as authenticator programs take them. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** What an authenticator reads instead of typing. */
export const totpUrl = (secret: string, email: string): string => totpOf(secret, email).toString();

/**
 * Which step a code belongs to, or null when it belongs to none near `at`. Full-width digits and spaces are read too.
 * A step may be used once: the caller compares it with the last one.
 */
export function totpStep(secret: string, code: string, at: Date): number | null {
  const digits = code.normalize("NFKC").replace(/\s/g, "");
  if (!/^\d{6}$/.test(digits)) return null;
  const delta = totpOf(secret).validate({
    token: digits,
    window: WINDOW,
    timestamp: at.getTime(),
  });
  return delta === null ? null : Math.floor(at.getTime() / 1_000 / PERIOD_S) + delta;
}
