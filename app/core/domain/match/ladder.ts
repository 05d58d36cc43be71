/** How a contact or a company was found, strongest first (product §17.9); `hand`: somebody chose, and no rule changes it. */
export const RUNGS = ["crm", "email", "phone", "last9", "domain"] as const;
export type Rung = (typeof RUNGS)[number];
export const BY_HAND = "hand";

/** Something that was found, and how. */
export type Found = { id: string; rung: Rung };

/** Each thing once, by the strongest way it was found; strongest first. */
export function strongest(found: readonly Found[]): Found[] {
  const byStrength = found.toSorted((a, b) => RUNGS.indexOf(a.rung) - RUNGS.indexOf(b.rung));
  return [...new Map(byStrength.toReversed().map((one) => [one.id, one])).values()].toReversed();
}

/**
 * The one that was found on the strongest rung; null when several were. A weaker rung never decides between them
 * (product §17.9: what is ambiguous is not picked).
 */
export function pickOne(found: readonly Found[]): Found | null {
  const [first, second] = strongest(found);
  return first && second?.rung !== first.rung ? first : null;
}

const LEAST_DIGITS = 9;
/** The last nine digits of a phone number; null of what is shorter. */
export function last9(phone: string): string | null {
  const digits = phone.normalize("NFKC").replace(/\D/g, "");
  return digits.length < LEAST_DIGITS ? null : digits.slice(-LEAST_DIGITS);
}

/** A phone number as E.164, where it says its country (`+`, or `00`); else null. */
export function e164(phone: string): string | null {
  const text = phone.normalize("NFKC").replace(/[^\d+]/g, "");
  const digits = /^(?:\+|00)([1-9]\d{6,14})$/.exec(text)?.[1];
  return digits === undefined ? null : `+${digits}`;
}

/** Mail of anybody: these domains are no company's. */
const PUBLIC_DOMAINS = new Set([
  ...["gmail.com", "googlemail.com", "outlook.com", "hotmail.com", "live.com", "msn.com"],
  ...["yahoo.com", "yahoo.co.jp", "icloud.com", "me.com", "aol.com", "proton.me", "protonmail.com"],
  ...["gmx.com", "gmx.de", "web.de", "docomo.ne.jp", "ezweb.ne.jp", "softbank.ne.jp"],
]);
/** The company's domain in an e-mail address; null of an address anybody may have. */
export function companyDomainOf(email: string): string | null {
  const domain = email.trim().toLowerCase().split("@")[1] ?? "";
  return domain.includes(".") && !PUBLIC_DOMAINS.has(domain) ? domain : null;
}
