import en from "#app/i18n/letters/en.json" with { type: "json" };
import ja from "#app/i18n/letters/ja.json" with { type: "json" };

export type Written = { subject: string; text: string; html: string };
/** One of several things an e-mail tells of: `kind` chooses its sentence. */
type Line = {
  kind: string;
  who: string | null;
  call: string | null;
  about?: string | undefined;
  url: string;
};
/**
 * What a letter is written from: words and numbers, and `url`, where its one button leads; `lines` where it tells of
 * several things, and `unsubscribeUrl` where it may be stopped.
 */
export type Facts = Record<string, string | number | null | readonly Line[]>;
type Name = keyof typeof en.letter;

const TEXTS = { en, ja };

/** @throws Error for a name no text was written for */
export function renderEmail(name: string, language: "en" | "ja", facts: Facts): Written {
  if (!isName(name)) throw new Error("There is no such letter.");
  const texts: Record<string, string> = TEXTS[language].letter[name];
  const lines = linesOf(facts, texts);
  const [first] = lines;
  const count = lines.length + Number(facts["more"] ?? 0);
  const values = { ...facts, ...momentOf(facts, language), count, line: first?.text ?? "" };
  const isNamed = typeof facts["workspace"] === "string";
  const say = (part: string): string => {
    const named = isNamed ? texts[`${part}_named`] : undefined;
    const many = count > 1 ? texts[`${part}_many`] : undefined;
    return filled(named ?? many ?? texts[part] ?? "", values);
  };
  const url = typeof facts["url"] === "string" ? facts["url"] : "";
  const email = {
    subject: oneLine(say("subject")),
    body: say("body"),
    button: say("button"),
    note: say("note"),
    lines: count > 1 ? lines : [],
    stop: typeof facts["unsubscribeUrl"] === "string" ? facts["unsubscribeUrl"] : null,
    stopText: texts["stop"] ?? "",
    other: typeof facts["resetUrl"] === "string" ? facts["resetUrl"] : null,
    foot: TEXTS[language].foot,
    url,
    language,
  };
  return { subject: email.subject, text: plain(email), html: marked(email) };
}

type Parts = {
  subject: string;
  body: string;
  button: string;
  note: string;
  lines: readonly Said[];
  /** Where e-mails of this sort are stopped. */
  stop: string | null;
  stopText: string;
  other: string | null;
  foot: string;
  url: string;
  language: string;
};

type Said = { text: string; url: string };

/** The sentence of each line; who and what it does not name are called by general words. */
const linesOf = ({ lines }: Facts, texts: Record<string, string>): Said[] =>
  (Array.isArray(lines) ? (lines as readonly Line[]) : []).map((line) => {
    const { kind, who, call, about = "call", url } = line;
    const named = (word: string) => texts[`${word}_${about}`] ?? texts[`${word}_call`] ?? "";
    const values = {
      who: who ?? texts["someone"] ?? "",
      call: call === null ? named("a") : filled(named("the"), { call }),
    };
    const unnamed = who === null ? texts[`line_${kind}_unnamed`] : undefined;
    return { text: oneLine(filled(unnamed ?? texts[`line_${kind}`] ?? "", values)), url };
  });

const plain = (parts: Parts): string =>
  [
    parts.body,
    ...parts.lines.map(({ text, url }) => `${text}\n${url}`),
    `${parts.button}:\n${parts.url}`,
    ...(parts.other === null ? [] : [parts.other]),
    parts.note,
    ...(parts.stop === null ? [] : [`${parts.stopText}\n${parts.stop}`]),
    `-- \n${parts.foot}`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");

/** Tables and inline looks, because that is what mail programs read; no picture and no address but the link's. */
function marked(parts: Parts): string {
  const { subject, body, button, note, other, foot, url, language, lines, stop, stopText } = parts;
  const font = "font-family:-apple-system,'Segoe UI',Roboto,'Hiragino Sans',sans-serif";
  const line = (text: string) => `<p style="margin:0 0 16px">${escaped(text)}</p>`;
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`,
    `<body style="margin:0;background:#f6f5f2"><table role="presentation" width="100%"><tr><td align="center" style="padding:32px 16px">`,
    `<table role="presentation" width="100%" style="max-width:480px;background:#fff;border:1px solid #e2e0da;border-radius:10px"><tr><td style="padding:28px;${font};font-size:15px;line-height:1.6;color:#23211d">`,
    `<h1 style="margin:0 0 16px;font-size:19px">${escaped(subject)}</h1>`,
    line(body),
    ...lines.map(
      ({ text, url: to }) =>
        `<p style="margin:0 0 12px"><a href="${escaped(to)}" style="color:#23211d">${escaped(text)}</a></p>`,
    ),
    `<p style="margin:0 0 16px"><a href="${escaped(url)}" style="display:inline-block;padding:9px 18px;border-radius:6px;background:#23211d;color:#fff;text-decoration:none">${escaped(button)}</a></p>`,
    ...(other === null
      ? []
      : [
          `<p style="margin:0 0 16px"><a href="${escaped(other)}" style="color:#23211d">${escaped(other)}</a></p>`,
        ]),
    note === "" ? "" : `<p style="margin:0;font-size:13px;color:#6b675f">${escaped(note)}</p>`,
    `</td></tr></table><p style="${font};font-size:12px;color:#6b675f">${escaped(foot)}</p>`,
    stop === null
      ? ""
      : `<p style="${font};font-size:12px;color:#6b675f"><a href="${escaped(stop)}" style="color:#6b675f">${escaped(stopText)}</a></p>`,
    `</td></tr></table></body></html>`,
  ].join("\n");
}

/** A moment in words of the reader, with its zone. */
function momentOf({ at, zone }: Facts, language: string): { moment?: string } {
  if (typeof at !== "string") return {};
  return {
    moment: new Intl.DateTimeFormat(language, {
      dateStyle: "long",
      timeStyle: "long",
      timeZone: typeof zone === "string" ? zone : "UTC",
    }).format(new Date(at)),
  };
}

/** `{{workspace}}` becomes the fact of that name, as it stands: a name may hold braces of its own. */
const filled = (text: string, facts: Facts): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_hole, name: string) => {
    const fact = facts[name];
    return typeof fact === "object" ? "" : String(fact ?? "");
  });

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
/** Names are people's: a line's end in one must not begin another header. */
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f]+/g, " ").trim();
const isName = (name: string): name is Name => Object.hasOwn(en.letter, name);
