import type { Tx } from "#app/core/platform/db.server.ts";
import { editedItem, type SaidAt } from "./edited-item.ts";
import { type OutputItem, outputItem } from "./output.ts";

/** What a call's summary says in one section: what somebody made of it by hand, else what its run found. */
export type SectionItems = {
  items: OutputItem[];
  /** In so many words, or by a person who edited it; else it is only implied. */
  isSaid: boolean;
  /** Of the run; of an edited section what its items were made from. */
  evidence: SaidAt[];
};

type Of = { workspaceId: string; callId: string; runId: string; templateId: number };

/** Every section of a run that says something, by its key. */
export async function listSectionItems(
  tx: Tx,
  { workspaceId, callId, runId, templateId }: Of,
): Promise<Map<string, SectionItems>> {
  const [outputs, edits] = await Promise.all([
    tx.summaryOutput.findMany({
      where: { workspaceId, runId, certainty: { not: "not_discussed" } },
      orderBy: { ord: "asc" },
      select: {
        ...{ section: true, type: true, value: true, certainty: true },
        evidences: {
          orderBy: { ord: "asc" },
          select: {
            ...{ baseId: true, segment: true, participantId: true },
            ...{ t0Ms: true, t1Ms: true, quote: true },
          },
        },
      },
    }),
    tx.summaryEdit.findMany({
      where: { workspaceId, callId, templateId },
      select: { section: true, items: true },
    }),
  ]);
  const found = new Map<string, SectionItems>();
  for (const { section, type, value, certainty, evidences } of outputs) {
    // Of Highlights a text is the words themselves.
    const parsed = outputItem.safeParse({ type, value: value ?? { text: evidences[0]?.quote } });
    if (!parsed.success) continue;
    const known = found.get(section) ?? { items: [], isSaid: false, evidence: [] };
    known.items.push(parsed.data);
    known.isSaid ||= certainty === "said";
    known.evidence.push(...evidences);
    found.set(section, known);
  }
  for (const { section, items } of edits) {
    const edited = editedItem.array().parse(items);
    const evidence = edited.flatMap((item) => item.evidence);
    found.set(section, { items: outputItem.array().parse(items), isSaid: true, evidence });
  }
  return found;
}
