import { expect, it } from "vitest";
import { transcriptEditSchema } from "./transcript.schema.ts";

const words = {
  intent: "correct_words",
  number: "2",
  segment: "14",
  firstWord: "3",
  lastWord: "4",
  before: "sales force",
  after: " Salesforce ",
  scope: "everywhere",
  addTerm: "on",
};

it("a form of corrected words is read with its numbers and its tick", () => {
  expect(transcriptEditSchema.parse(words)).toEqual({
    ...words,
    number: 2,
    segment: 14,
    firstWord: 3,
    lastWord: 4,
    after: "Salesforce",
    addTerm: true,
  });
});
it("an unticked box and a missing scope mean only here, without the dictionary", () => {
  const { addTerm, scope, ...bare } = words;
  expect([addTerm, scope]).toEqual(["on", "everywhere"]);
  expect(transcriptEditSchema.parse(bare)).toMatchObject({ addTerm: false, scope: "here" });
});
it.each([
  { ...words, after: "  " },
  { ...words, lastWord: "2" },
  { ...words, number: "0" },
  { ...words, scope: "workspace" },
  { intent: "correct_speaker", number: 1, segment: 0, participantId: "mari" },
  { intent: "delete_transcript", number: 1 },
])("%o is refused", (form) => {
  expect(transcriptEditSchema.safeParse(form).success).toBe(false);
});
it("a speaker and a revert are read", () => {
  const participantId = "01900000-0000-7000-8000-000000000001";
  expect(
    transcriptEditSchema.parse({
      intent: "correct_speaker",
      number: "1",
      segment: "0",
      participantId,
    }),
  ).toEqual({ intent: "correct_speaker", number: 1, segment: 0, participantId, scope: "here" });
  expect(transcriptEditSchema.parse({ intent: "revert_transcript", number: "3", to: "1" })).toEqual(
    {
      intent: "revert_transcript",
      number: 3,
      to: 1,
    },
  );
});
