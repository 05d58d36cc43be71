import { expect, test } from "vitest";
import { listDeals } from "#app/core/domain/deal/deal-list.server.ts";
import { importDeals } from "#app/core/domain/deal/import-deals.server.ts";
import { writeList } from "#app/core/domain/list/list-file.ts";
import { db } from "#app/core/platform/db.server.ts";
import { aCompany, aDeal, aDealStage, aMember, aWorkspace } from "#tests/support/factories.ts";
import { dealsData } from "./deals-export.server.ts";

test("what is exported can be read in again, and is what the reader sees", async () => {
  const workspace = await aWorkspace();
  const [owner, stranger] = [await aMember(workspace), await aMember(workspace)];
  const { id: stageId } = await aDealStage(workspace);
  const { id: companyId } = await aCompany(workspace, { name: "Acme" });
  await aDeal(owner, { name: "=Fleet", companyId, amount: "84000.50", currency: "EUR", stageId });
  await aDeal(stranger, { name: "Quetzalite", stageId });
  const { query } = await dealsData.parse(new URLSearchParams(), "UTC", owner);
  const pieces = await writeList(owner, dealsData, {
    ...{ query, format: "csv" as const },
    heading: (column) => column,
  });
  let text = "";
  for await (const piece of pieces) text += piece;
  expect(text).not.toContain("Quetzalite");
  await db.deal.deleteMany({ where: { workspaceId: workspace.id } });
  expect(await importDeals(owner, text)).toMatchObject({ good: 1, bad: 0 });
  const { deals: listed } = await listDeals(owner, { show: "open", q: "fleet acme" });
  expect(listed).toMatchObject([
    { name: "=Fleet", company: "Acme", amount: "84000.50", currency: "EUR", mayChange: true },
  ]);
});
