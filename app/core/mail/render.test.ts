import { expect, test } from "vitest";
import { EMAIL_TEMPLATES } from "#app/core/domain/notification/email-templates.ts";
import en from "#app/i18n/letters/en.json" with { type: "json" };
import ja from "#app/i18n/letters/ja.json" with { type: "json" };
import { type Facts, renderEmail } from "./render.ts";

const URL_OF_LINK = "https://calls.example.com/activate/abc?x=1&y=2";
const FACTS: Facts = {
  url: URL_OF_LINK,
  resetUrl: "https://calls.example.com/password-reset",
  workspace: 'Sato & <b>"Sons"</b>',
  inviter: "Ana",
  admin: "Ana",
  hours: 72,
  minutes: 60,
  at: "2026-11-21T20:00:00.000Z",
  zone: "Asia/Tokyo",
  device: "Firefox, Windows",
  lines: [
    { kind: "mention", who: "Aki", call: '<b>"Renewal"</b>', url: URL_OF_LINK },
    { kind: "storage_80", who: null, call: null, url: URL_OF_LINK },
  ],
  more: 3,
  unsubscribeUrl: "https://calls.example.com/hooks/unsubscribe/abc",
};
const names = Object.keys(EMAIL_TEMPLATES);
const partsOf = (texts: Record<string, string>) => Object.keys(texts).sort();
const holesIn = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].sort();

test("every letter is written in both languages, with the same parts and the same facts", () => {
  expect(Object.keys(en.letter).sort()).toEqual([...names].sort());
  expect(Object.keys(ja.letter).sort()).toEqual([...names].sort());
  const [english, japanese]: Record<string, Record<string, string>>[] = [en.letter, ja.letter];
  for (const name of names) {
    const [one, other] = [english?.[name] ?? {}, japanese?.[name] ?? {}];
    expect([name, ...partsOf(other)]).toEqual([name, ...partsOf(one)]);
    for (const part of partsOf(one))
      expect([name, part, ...holesIn(other[part] ?? "")]).toEqual([
        name,
        part,
        ...holesIn(one[part] ?? ""),
      ]);
  }
});

test.each(names.flatMap((name) => [[name, "en"] as const, [name, "ja"] as const]))(
  "%s in %s has a subject, its link as text and as HTML, and no hole",
  (name, language) => {
    const { subject, text, html } = renderEmail(name, language, FACTS);
    expect(subject.length).toBeGreaterThan(5);
    for (const written of [subject, text, html]) expect(written).not.toMatch(/\{\{|undefined|null/);
    expect(text).toContain(URL_OF_LINK);
    expect(html).toContain('href="https://calls.example.com/activate/abc?x=1&amp;y=2"');
    expect(html).toContain(`lang="${language}"`);
    expect(html).not.toContain("<b>");
    expect(html).not.toMatch(/<(?:img|script|link|iframe)\b|url\(/);
  },
);

test("a moment is told in the reader's language and zone", () => {
  const { text } = renderEmail("password_changed", "en", FACTS);
  expect(text).toContain("November 22, 2026");
  expect(renderEmail("password_changed", "ja", FACTS).text).toContain("2026年11月22日");
});

test("a letter nobody wrote is a fault, also one named as what every object has", () => {
  for (const name of ["nothing", "toString", "__proto__"])
    expect(() => renderEmail(name, "en", FACTS)).toThrow("no such letter");
});
