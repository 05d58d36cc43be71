import { json, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import type { Member } from "#app/core/domain/access/actor.ts";
import { changeMembers } from "#app/core/domain/member/change-members.server.ts";
import { checkImport, runImport } from "#app/core/domain/member/import-members.server.ts";
import {
  type ImportWish,
  importIntent,
  memberIntent,
} from "#app/core/domain/member/member.schema.ts";
import { getMemberPage } from "#app/core/domain/member/member-page.server.ts";
import { parseMemberQuery } from "#app/core/domain/member/member-views.ts";
import { signedIn } from "#app/http/route.server.ts";
import { paths } from "#app/paths.ts";
import { MemberPage } from "#app/ui/features/setting/member-page.tsx";

export const meta: MetaFunction = () => [{ title: "Members · Parley" }];

export const loader = signedIn("member.list", z.object({}), async ({ actor, search }) => {
  const asked = { tab: search.get("tab"), edit: search.get("edit") };
  return json(await getMemberPage(actor, parseMemberQuery(search), asked));
});

export const action = signedIn({ POST: "member.invite" }, z.object({}), ({ actor, search, form }) =>
  form(
    z.discriminatedUnion("intent", [...memberIntent.options, ...importIntent.options]),
    async (input) => {
      if (input.intent === "check_import" || input.intent === "run_import")
        return json(await answerImport(actor, input));
      await changeMembers(actor, input);
      if (input.intent === "view_as") return redirect(paths.home());
      return redirect(paths.settingMember({ tab: search.get("tab") }));
    },
  ),
);

/** The list as it was sent stays in the page, so that the second step sends the same one. */
async function answerImport(actor: Member, { intent, text = "", file }: ImportWish) {
  const list = file === null ? text : await file.text();
  const isDone = intent === "run_import";
  const check = await (isDone ? runImport(actor, list) : checkImport(actor, list));
  return { import: { ...check, text: isDone ? "" : list, isDone } };
}

export default function MemberRoute() {
  const answer: unknown = useActionData();
  return <MemberPage {...useLoaderData<typeof loader>()} answer={answer} />;
}
