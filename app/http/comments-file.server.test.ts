import { expect, test } from "vitest";
import type { CommentView } from "#app/core/domain/comment/comment-views.ts";
import { writeComments } from "./comments-file.server.ts";

const comment = (more: Partial<CommentView>): CommentView => ({
  ...{ id: "1", callId: "c", parentId: null, author: { id: "m", name: "Mari: Kato" } },
  ...{ t0Ms: null, t1Ms: null, body: "", kind: "plain", isPrivate: false, isFlag: false },
  ...{ isDeleted: false, quotes: [], mentions: [], asked: [], editedAt: null, resolved: null },
  ...{ createdAt: "2026-11-25T01:00:00.000Z", version: 1, isFollowed: false },
  ...{ canEdit: true, canDelete: true },
  ...more,
});
const COMMENTS = [
  comment({ id: "a", t0Ms: 754_000, t1Ms: 778_500, body: "=1+1\nnext --> line <b>" }),
  comment({ id: "b", parentId: "a", body: "an answer", createdAt: "2026-11-25T02:00:00.000Z" }),
  comment({ id: "c", body: "about all of it" }),
  comment({ id: "d", t0Ms: 1_000, isFlag: true }),
];
const write = (format: "txt" | "vtt" | "csv", isMachine = false) =>
  writeComments(
    { title: "Pricing", comments: COMMENTS },
    { format, language: "en", zone: "Asia/Tokyo", isMachine },
  ).body;

test("text: by place, answers under their comment", () => {
  expect(write("txt")).toBe(
    [
      ...["Pricing", "----", "[Whole call] Mari: Kato: about all of it"],
      "[00:00:01] Mari: Kato: Flagged",
      "[00:12:34 - 00:12:58] Mari: Kato: =1+1 next --> line <b>",
      ...["    Mari: Kato: an answer", ""],
    ].join("\n"),
  );
});

test("captions: a cue for each place, notes for the rest, nothing that ends a cue or is a tag", () => {
  const cues = write("vtt");
  expect(cues).toMatch(/^WEBVTT\n\nNOTE\nMari: Kato: about all of it\n/);
  expect(cues).toContain(
    "00:12:34.000 --> 00:12:58.500\nMari: Kato: =1+1 next --&gt; line &lt;b&gt;\nMari: Kato: an answer\n",
  );
});

test("a table: names or codes on top, formulas made harmless, the zone in a column", () => {
  const [head, ...lines] = write("csv").split("\r\n");
  expect(head).toMatch(/^\ufeffStart,End,Author,/);
  expect(write("csv", true)).toMatch(/^\ufeffstart,end,author,/);
  expect(lines[2]).toContain(`"'=1+1`);
  expect(lines.filter((line) => line.endsWith("Asia/Tokyo"))).toHaveLength(4);
});
