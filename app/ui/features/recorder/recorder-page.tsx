import { type ReactNode, useEffect } from "react";
import type { RecorderView } from "#app/core/domain/live/recorder-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Page } from "#app/ui/components/layout/page.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { createStore, useStore } from "#app/ui/browser/store.ts";
import { OnAir } from "./on-air.tsx";
import { IDLE } from "./recorder-state.ts";
import { SetUp } from "./set-up.tsx";
import { Stopped } from "./stopped.tsx";
import type { RecorderKit } from "./held-kit.ts";
import { useRecorderKit } from "./use-recorder-kit.ts";

type Props = {
  view: RecorderView;
  /** How far a call is that was just recorded, by its id. */
  progress: (callId: string) => ReactNode;
};

const NOT_YET = createStore(IDLE);

/** Any call in this browser, recorded: what did not finish, who agreed, what is recorded, and then on air. */
export function RecorderPage({ view, progress }: Props) {
  const { t } = useTranslation("recorder");
  const opened = useRecorderKit(view.memberId);
  const kit = typeof opened === "string" ? null : opened;
  const state = useStore(kit?.recorder.state ?? NOT_YET);
  useClosedSources(kit);
  if (kit !== null && (state.phase === "recording" || state.phase === "paused"))
    return <OnAir kit={kit} state={state} view={view} />;
  if (kit !== null && (state.phase === "sending" || state.phase === "done"))
    return <Stopped kit={kit} state={state} progress={progress} />;
  return (
    <Page title={t("title")} facts={t("facts")}>
      <noscript>
        <Banner>{t("noScript")}</Banner>
      </noscript>
      {typeof opened === "string" ? <Banner>{t(`cannot.${opened}`)}</Banner> : null}
      <SetUp view={view} kit={kit} />
    </Page>
  );
}

/** Devices that were opened and not recorded from are closed with the page, also where a start is refused later. */
function useClosedSources(kit: RecorderKit | null): void {
  useEffect(() => {
    if (kit === null) return undefined;
    const { recorder, sources } = kit;
    return () => {
      const close = () => {
        const { phase } = recorder.state.get();
        if (phase === "idle") sources.close();
        return phase !== "starting";
      };
      if (close()) return;
      const end = recorder.state.subscribe(() => {
        if (close()) end();
      });
    };
  }, [kit]);
}
