import { expect, test } from "vitest";
import { chooseDeal, type DealFacts } from "./candidates.ts";
import { companyDomainOf, e164, last9, pickOne, strongest } from "./ladder.ts";

test("the strongest way wins, and what two have in it is not picked", () => {
  const byEmail = { id: "a", rung: "email" } as const;
  const byPhone = { id: "b", rung: "phone" } as const;
  expect(pickOne([byPhone, byEmail])).toEqual(byEmail);
  expect(pickOne([byEmail, { id: "c", rung: "email" }, byPhone])).toBeNull();
  expect(pickOne([])).toBeNull();
  expect(strongest([byPhone, { id: "b", rung: "last9" }, byEmail])).toEqual([byEmail, byPhone]);
});

test.each([
  ["+81 3-1234-5678", "+81312345678", "312345678"],
  ["0081 3 1234 5678", "+81312345678", "312345678"],
  ["03-1234-5678", null, "312345678"],
  ["+44 20 7946 0958", "+442079460958", "079460958"],
  ["１２３", null, null],
])("%s is %s in full, and %s at its end", (phone, full, digits) => {
  expect([e164(phone), last9(phone)]).toEqual([full, digits]);
});

test.each([
  ["Aki@Acme.example", "acme.example"],
  ["aki@gmail.com", null],
  ["aki@localhost", null],
  ["aki", null],
])("%s is of the company at %s", (email, domain) => {
  expect(companyDomainOf(email)).toBe(domain);
});

const aDeal = (id: string, more: Partial<DealFacts> = {}): DealFacts => ({
  ...{ id, hasContact: false, hasCompany: true, isOwners: false, openedAt: new Date(0) },
  ...more,
});
const primaryOf = (deals: DealFacts[]) =>
  chooseDeal(deals)
    .filter(({ isPrimary }) => isPrimary)
    .map(({ dealId }) => dealId);

test("one deal of the company is the call's; of two, the contact's part decides, then the owner", () => {
  expect(primaryOf([aDeal("a")])).toEqual(["a"]);
  expect(primaryOf([aDeal("a"), aDeal("b")])).toEqual([]);
  expect(primaryOf([aDeal("a"), aDeal("b", { isOwners: true })])).toEqual(["b"]);
  expect(primaryOf([aDeal("a", { hasContact: true }), aDeal("b", { isOwners: true })])).toEqual([
    "a",
  ]);
});

test("at most five are offered, the surest first, each with its reasons", () => {
  const many = ["a", "b", "c", "d", "e", "f"].map((id, n) => aDeal(id, { openedAt: new Date(n) }));
  const found = chooseDeal([...many, aDeal("g", { hasContact: true })]);
  expect(found.map(({ dealId }) => dealId)).toEqual(["g", "f", "e", "d", "c"]);
  expect(found[0]).toEqual({
    ...{ dealId: "g", isPrimary: true, confidence: 95, reasons: ["contact", "company", "only"] },
  });
  expect(found[1]).toMatchObject({ isPrimary: false, confidence: 40, reasons: ["company"] });
});
