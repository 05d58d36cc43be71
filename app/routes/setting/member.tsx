import { json, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { changeMembers } from "#app/core/domain/member/change-members.server.ts";
import { memberIntent } from "#app/core/domain/member/member.schema.ts";
import { getMemberPage } from "#app/core/domain/member/member-page.server.ts";
import { parseMemberQuery } from "#app/core/domain/member/member-views.ts";
import { signedIn } from "#app/http/route.server.ts";
import { paths } from "#app/paths.ts";
import { MemberPage } from "#app/ui/features/setting/member-page.tsx";

export const meta: MetaFunction = () => [{ title: "Members · Parley" }];

export const loader = signedIn("member.list", z.object({}), async ({ actor, request }) => {
  const search = new URL(request.url).searchParams;
  const asked = { tab: search.get("tab"), edit: search.get("edit") };
  return json(await getMemberPage(actor, parseMemberQuery(search), asked));
});

export const action = signedIn(
  { POST: "member.invite" },
  z.object({}),
  ({ actor, request, form }) =>
    form(memberIntent, async (input) => {
      await changeMembers(actor, input);
      return redirect(paths.settingMember({ tab: new URL(request.url).searchParams.get("tab") }));
    }),
);

export default function MemberRoute() {
  const answer: unknown = useActionData();
  return <MemberPage {...useLoaderData<typeof loader>()} answer={answer} />;
}
