import type { RecorderView } from "#app/core/domain/live/recorder-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Page } from "#app/ui/components/layout/page.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { useStore } from "#app/ui/browser/store.ts";
import { OnAir } from "./on-air.tsx";
import { SetUp } from "./set-up.tsx";
import { Stopped } from "./stopped.tsx";
import { useOnAirTab } from "./use-on-air-tab.ts";
import { type RecorderKit, useRecorderKit } from "./use-recorder-kit.ts";

/** Any call in this browser, recorded: what did not finish, who agreed, what is recorded, and then on air. */
export function RecorderPage({ view }: { view: RecorderView }) {
  const kit = useRecorderKit(view.memberId);
  if (kit === null || typeof kit === "string") return <WithoutKit view={view} kit={kit} />;
  return <WithKit view={view} kit={kit} />;
}

function WithoutKit({ view, kit }: { view: RecorderView; kit: string | null }) {
  const { t } = useTranslation("recorder");
  return (
    <Page title={t("title")} facts={t("facts")}>
      <noscript>
        <Banner>{t("noScript")}</Banner>
      </noscript>
      {kit === "noStore" || kit === "noRecorder" || kit === "insecure" ? (
        <Banner>{t(`cannot.${kit}`)}</Banner>
      ) : null}
      <SetUp view={view} kit={null} />
    </Page>
  );
}

function WithKit({ view, kit }: { view: RecorderView; kit: RecorderKit }) {
  const { t } = useTranslation("recorder");
  const state = useStore(kit.recorder.state);
  useOnAirTab(kit.recorder);
  if (state.phase === "recording" || state.phase === "paused")
    return <OnAir kit={kit} state={state} />;
  if (state.phase === "sending" || state.phase === "done")
    return <Stopped kit={kit} state={state} />;
  return (
    <Page title={t("title")} facts={t("facts")}>
      <SetUp view={view} kit={kit} />
    </Page>
  );
}
