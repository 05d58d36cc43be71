import { json } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Outlet,
  useLoaderData,
  useRouteError,
  useSearchParams,
} from "@remix-run/react";
import * as z from "zod";
import { countArriving } from "#app/core/domain/call/call-list.server.ts";
import { listParts } from "#app/core/domain/part/parts.server.ts";
import { themeOf } from "#app/http/language.server.ts";
import { signedIn } from "#app/http/route.server.ts";
import { paths } from "#app/paths.ts";
import { DemoBanner } from "#app/ui/features/shell/demo-banner.tsx";
import { ErrorPage } from "#app/ui/features/shell/error-page.tsx";
import { Shell } from "#app/ui/features/shell/shell.tsx";
import { SpeechFoot } from "#app/ui/features/shell/speech-foot.tsx";
import { usePipelineCount } from "#app/ui/features/shell/use-pipeline.ts";

export const loader = signedIn("home.read", z.unknown(), async ({ actor, request }) => {
  const [parts, arriving] = await Promise.all([listParts(), countArriving(actor)]);
  return json({
    member: { name: actor.name, email: actor.email, role: actor.role },
    theme: themeOf(request),
    isDemo: actor.isDemo,
    arriving,
    speech: parts.find(({ name }) => name === "speech") ?? null,
  });
});

export default function WorkShell() {
  const { member, theme, isDemo, arriving, speech } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const processing = usePipelineCount(arriving);
  return (
    <Shell
      items={[
        { name: "home", to: paths.home() },
        { name: "recordings", to: paths.recordings() },
        { name: "settings", to: paths.settingGeneral() },
      ]}
      member={member}
      theme={theme}
      urls={{
        home: paths.home(),
        search: paths.recordings(),
        preferences: paths.preferences(),
        signOut: paths.signOut(),
        processing: paths.recordings({ state: ["receiving", "processing"] }),
      }}
      query={search.get("q") ?? undefined}
      processing={processing}
      demo={isDemo ? <DemoBanner /> : undefined}
      foot={<SpeechFoot speech={speech} />}
    >
      <Outlet />
    </Shell>
  );
}

/** Refusals of a screen, and of the frame itself. */
export function ErrorBoundary() {
  const error = useRouteError();
  return <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} />;
}
