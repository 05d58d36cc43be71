import { json } from "@remix-run/node";
import {
  Outlet,
  useLoaderData,
  useMatches,
  useRouteError,
  useSearchParams,
} from "@remix-run/react";
import * as z from "zod";
import { glanceAtCalls } from "#app/core/pages/recordings.server.ts";
import { findOwnCall } from "#app/core/pages/console.server.ts";
import { listComponents } from "#app/core/domain/component/component-status.server.ts";
import { themeOf } from "#app/http/language.server.ts";
import { signedIn } from "#app/http/route.server.ts";
import { paths } from "#app/paths.ts";
import { LivePill } from "#app/ui/features/live/tab/live-pill.tsx";
import { useLeftCopies } from "#app/ui/features/capture/use-local-copy.ts";
import { DemoBanner } from "#app/ui/features/shell/demo-banner.tsx";
import { ErrorPage, refusalOf } from "#app/ui/features/shell/error-page.tsx";
import { RightsBanner } from "#app/ui/features/shell/rights-banner.tsx";
import { Shell } from "#app/ui/features/shell/shell.tsx";
import { SpeechFoot } from "#app/ui/features/shell/speech-foot.tsx";
import { useOwnCall } from "#app/ui/features/shell/use-live-cards.ts";
import { usePipelineCount } from "#app/ui/features/shell/use-pipeline.ts";

export const loader = signedIn("home.read", z.unknown(), async ({ actor, request }) => {
  const [parts, { needs, arriving, hasOwnCall }] = await Promise.all([
    listComponents(),
    glanceAtCalls(actor),
  ]);
  return json({
    member: { name: actor.name, email: actor.email, role: actor.role },
    theme: themeOf(request),
    isDemo: actor.isDemo,
    rights: {
      viewing: actor.impersonator === null ? null : actor.name,
      privateUntil: actor.privateUntil,
    },
    needs,
    arriving,
    live: hasOwnCall ? await findOwnCall(actor) : null,
    speech: parts.find(({ name }) => name === "speech") ?? null,
  });
});

export default function WorkShell() {
  const { member, theme, isDemo, rights, needs, arriving, live, speech } =
    useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const hasOwnStream = useMatches().some(({ id }) => id === "routes/work/console-call");
  const processing = usePipelineCount(arriving, !hasOwnStream);
  const call = useOwnCall(live, !hasOwnStream);
  useLeftCopies();
  return (
    <Shell
      items={[
        { name: "home", to: paths.home(), count: needs },
        { name: "recordings", to: paths.recordings() },
        { name: "console", to: paths.console() },
        { name: "settings", to: paths.settingGeneral() },
      ]}
      member={member}
      theme={theme}
      urls={{
        home: paths.home(),
        search: paths.recordings(),
        preferences: paths.preferences(),
        signOut: paths.signOut(),
        processing: paths.recordings({ show: "in-progress" }),
      }}
      query={search.get("q") ?? undefined}
      live={hasOwnStream ? undefined : <LivePill card={call} />}
      processing={processing}
      demo={isDemo ? <DemoBanner /> : undefined}
      banner={<RightsBanner {...rights} />}
      foot={<SpeechFoot speech={speech} />}
    >
      <Outlet />
    </Shell>
  );
}

/** Refusals of a screen, and of the frame itself. */
export function ErrorBoundary() {
  return <ErrorPage {...refusalOf(useRouteError())} />;
}
