import { useLocation, useMatches } from "@remix-run/react";
import { lazy, type ReactNode, Suspense, useEffect } from "react";
import type { getFrame } from "#app/core/pages/frame.server.ts";
import type { Theme } from "#app/i18n/languages.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { LivePill } from "#app/ui/features/live/tab/live-pill.tsx";
import { leaveTokenDocument } from "#app/ui/browser/document-start.ts";
import { useTitlePrefix } from "#app/ui/browser/title-prefix.ts";
import { useHydrated } from "#app/ui/components/primitive/use-hydrated.ts";
import { type Saved, SavedRegion } from "#app/ui/components/form/saved.tsx";
import { Bell } from "#app/ui/features/notice/bell.tsx";
import { countText } from "#app/ui/features/notice/count-text.ts";
import { useUnread } from "#app/ui/features/notice/use-unread.ts";
import { PaletteDoor } from "#app/ui/features/palette/palette-door.tsx";
import { DemoBanner } from "#app/ui/features/shell/demo-banner.tsx";
import { RightsBanner } from "#app/ui/features/shell/rights-banner.tsx";
import { Shell } from "#app/ui/features/shell/shell.tsx";
import { SpeechFoot } from "#app/ui/features/shell/speech-foot.tsx";
import { useOwnCall } from "#app/ui/features/shell/use-live-cards.ts";
import { usePipelineCount } from "#app/ui/features/shell/use-pipeline.ts";

/** Comes behind the page: most readers record nothing. */
const RecorderEverywhere = lazy(() => import("#app/ui/features/recorder/recorder-everywhere.tsx"));

export type FrameData = Awaited<ReturnType<typeof getFrame>> & {
  theme: Theme;
  hidesDemo: boolean;
  saved: Saved | null;
};

/** The frame of every signed-in screen, also of one that is not there. */
export function WorkFrame({ frame, children }: { frame: FrameData; children: ReactNode }) {
  const { member, theme, demo, hidesDemo, saved, rights, needs, notices, live, speech } = frame;
  const { pathname } = useLocation();
  const hasOwnStream = useMatches().some(({ id }) => id === "routes/work/console-call");
  const processing = usePipelineCount(frame.arriving, frame.readAt, !hasOwnStream);
  const call = useOwnCall(live, !hasOwnStream);
  const unread = useUnread(notices.unread);
  useEffect(leaveTokenDocument, []);
  useTitlePrefix("notices", unread === 0 ? "" : `(${countText(unread)}) `);
  const isScripted = useHydrated();
  const { t } = useTranslation("shell");
  const items = [
    { name: "home", to: paths.home(), count: needs },
    { name: "recordings", to: paths.recordings() },
    { name: "clips", to: paths.clips() },
    { name: "library", to: paths.libraries() },
    { name: "console", to: paths.console() },
    { name: "recorder", to: paths.recorder() },
    { name: "analytics", to: paths.activity() },
    { name: "settings", to: paths.settingGeneral() },
  ] as const;
  return (
    <Shell
      items={items}
      palette={
        <PaletteDoor
          items={items.map(({ name, to }) => ({ name, to, text: t(`nav.${name}`) }))}
          theme={theme}
        />
      }
      member={member}
      theme={theme}
      viewing={rights.viewing}
      urls={{
        home: paths.home(),
        search: pathname === paths.recordings() ? null : paths.recordings(),
        preferences: paths.preferences(),
        profile: paths.settingGeneral(),
        shortcuts: paths.shortcuts(),
        signOut: paths.signOut(),
        processing: paths.recordings({ show: "in-progress" }),
      }}
      live={
        <>
          {isScripted ? (
            <Suspense>
              <RecorderEverywhere memberId={rights.viewing === null ? member.id : null} />
            </Suspense>
          ) : null}
          {hasOwnStream ? null : <LivePill card={call} />}
        </>
      }
      bell={
        rights.viewing === null ? (
          <Bell unread={unread} hasMore={unread > notices.unread} />
        ) : undefined
      }
      processing={processing}
      demo={demo === null || hidesDemo ? undefined : <DemoBanner canSignUp={demo.canSignUp} />}
      banner={<RightsBanner {...rights} />}
      foot={<SpeechFoot speech={speech} />}
    >
      <SavedRegion saved={saved}>{children}</SavedRegion>
    </Shell>
  );
}
