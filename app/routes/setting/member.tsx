import { json, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { membersCommands } from "#app/core/pages/members-commands.server.ts";
import { getMemberPage } from "#app/core/pages/members.server.ts";
import { parseMemberQuery } from "#app/core/domain/member/member-views.ts";
import { memberCommands, signedIn } from "#app/http/route.server.ts";
import { paths } from "#app/paths.ts";
import { MemberPage } from "#app/ui/features/setting/member-page.tsx";
import { tabTitle } from "#app/i18n/page-title.ts";

export const meta = tabTitle(
  { teams: "settingTeams", links: "settingLinks", import: "settingImport" },
  "members",
);

export const loader = signedIn("member.list", z.object({}), async ({ actor, search }) => {
  const asked = { tab: search.get("tab"), edit: search.get("edit") };
  return json(await getMemberPage(actor, parseMemberQuery(search), asked));
});

export const action = memberCommands(membersCommands, {
  params: z.object({}),
  situation: () => ({}),
  answers: {
    view_as: () => redirect(paths.home()),
    check_import: ({ result }) => json(result),
    run_import: ({ result }) => json(result),
  },
  otherwise: ({ search }) => redirect(paths.settingMember({ tab: search.get("tab") })),
});

export default function MemberRoute() {
  const answer: unknown = useActionData();
  return <MemberPage {...useLoaderData<typeof loader>()} answer={answer} />;
}
