import { expect, test } from "vitest";
import { can, dealAccess, visible, visibleSql } from "#app/core/domain/access/access.ts";
import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { aDeal, aMember, aTeam, aWorkspace } from "#tests/support/factories.ts";
import { isAllowed } from "./nouns/deal.ts";

test.each(["private", "team", "workspace"] as const)(
  "deals that the workspace shows by %s are seen that far, in every form of the rule",
  async (dealVisibility) => {
    const workspace = await aWorkspace({ dealVisibility });
    const [one, two] = [await aTeam(workspace), await aTeam(workspace)];
    const people = [
      await aMember(workspace, { role: "admin" }),
      await aMember(workspace, { role: "manager", teams: [one], scopeTeams: [two] }),
      await aMember(workspace, { teams: [one] }),
      await aMember(workspace, { teams: [one, two] }),
      await aMember(workspace, { teams: [two] }),
    ];
    for (const owner of people)
      for (const team of [one, two]) await aDeal(owner, { teamId: team.id });
    const all = await db.deal.findMany({
      where: { workspaceId: workspace.id },
      select: { ...dealAccess, id: true },
    });
    const seen = new Set<number>();
    for (const actor of people) {
      const wanted = all.filter((row) => isAllowed(actor, "deal.read", row)).map(({ id }) => id);
      const one = all.filter((row) => can(actor, "deal.read", row)).map(({ id }) => id);
      const many = await db.deal.findMany({
        where: visible(actor, "deal.read"),
        select: { id: true },
      });
      const sql = await rows<{ id: string }>(
        Prisma.sql`SELECT d.id FROM deal d WHERE ${visibleSql(actor, "deal.read")}`,
      );
      expect(one).toEqual(wanted);
      expect(many.map(({ id }) => id).sort()).toEqual(wanted.toSorted());
      expect(sql.map(({ id }) => id).sort()).toEqual(wanted.toSorted());
      seen.add(wanted.length);
    }
    expect([...seen].sort((a, b) => a - b)).toEqual(
      { private: [2, 6, 10], team: [6, 10], workspace: [10] }[dealVisibility],
    );
  },
);
