import { json, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { generalCommands } from "#app/core/pages/general-commands.server.ts";
import { GENERAL_TABS, getGeneral } from "#app/core/pages/general.server.ts";
import { preferenceCookie, preSessionCookie, preSessionToken } from "#app/http/cookies.server.ts";
import { afterSignOut } from "#app/http/entry.server.ts";
import { timeZoneOf } from "#app/http/language.server.ts";
import { memberCommands, signedIn } from "#app/http/route.server.ts";
import { listZones } from "#app/i18n/zones.ts";
import { paths } from "#app/paths.ts";
import { GeneralPage } from "#app/ui/features/setting/general-page.tsx";
import { tabTitle } from "#app/i18n/page-title.ts";

export const meta = tabTitle(
  {
    me: "settingProfile",
    workspace: "settingGeneral",
    sharing: "settingSharing",
    engines: "settingEngines",
    metrics: "settingMetrics",
    deals: "settingDeals",
  },
  "general",
);

export const loader = signedIn("profile.read", z.object({}), async ({ actor, request, search }) => {
  const data = await getGeneral(actor, {
    tab: GENERAL_TABS.find((name) => name === search.get("tab")) ?? "me",
    wantsFactor: search.has("factor"),
    partial: search.has("link") ? preSessionToken(request) : null,
    search,
  });
  return json({
    ...data,
    isTaken: search.has("taken"),
    zones: listZones(),
    zone: timeZoneOf(request, actor),
  });
});

const back = (
  tab: "workspace" | "sharing" | "engines" | null,
  headers: Record<string, string> = {},
) => redirect(paths.settingGeneral({ tab }), { headers });
/** The list stays as it was narrowed. */
const backToDeals = ({ search }: { search: URLSearchParams }) =>
  redirect(paths.settingDeals({ show: search.get("show"), q: search.get("q") }));
export const action = memberCommands(generalCommands, {
  params: z.object({}),
  situation: () => ({}),
  answers: {
    profile: ({ result }) =>
      back(null, { "Set-Cookie": preferenceCookie("lang", result.language) }),
    revoke: ({ result }) => (result.isOut ? afterSignOut() : back(null)),
    revoke_all: () => afterSignOut(),
    factor_on: ({ result }) => json(result),
    passkey_begin: ({ result }) => json(result),
    partner_link: ({ result: { linking } }) =>
      redirect(paths.settingGeneral({ link: 1 }), {
        headers: { "Set-Cookie": preSessionCookie(linking) },
      }),
    workspace: () => back("workspace"),
    consent: () => back("workspace"),
    sharing: () => back("sharing"),
    llm: () => back("engines"),
    llm_test: ({ result }) => json(result),
    model_install: () => back("engines"),
    model_cancel: () => back("engines"),
    model_remove: () => back("engines"),
    model_prefer: () => back("engines"),
    speech_try: () => back("engines"),
    recognise_past: ({ result: { runId } }) =>
      runId === null ? back("engines") : redirect(paths.recordings({ run: runId })),
    workspace_hours: () => back("workspace"),
    talk_bands: ({ result }) => redirect(paths.settingBands(result)),
    our_band: ({ result }) => redirect(paths.settingBands(result)),
    sign_in_policy: () => back("workspace"),
    make_deal: backToDeals,
    change_deal: backToDeals,
    delete_deal: backToDeals,
    restore_deal: backToDeals,
    check_deals: ({ result }) => json(result),
    import_deals: ({ result }) => json(result),
    make_stage: backToDeals,
    make_usual_stages: backToDeals,
    change_stage: backToDeals,
    move_stage: backToDeals,
    archive_stage: backToDeals,
    restore_stage: backToDeals,
    deal_settings: backToDeals,
    open_private: () => back("workspace"),
    close_private: () => back("workspace"),
  },
  otherwise: () => back(null),
});

/** Beside the page's script: only one of its tabs has them. */
const { DeveloperPanels } = await import("#app/ui/features/sharing/developer-panels.tsx");

export default function GeneralRoute() {
  const answer: unknown = useActionData();
  const data = useLoaderData<typeof loader>();
  return (
    <GeneralPage
      {...data}
      developers={data.developer && <DeveloperPanels view={data.developer} />}
      answer={answer}
    />
  );
}
