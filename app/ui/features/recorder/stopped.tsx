import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Page } from "#app/ui/components/layout/page.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Alarms } from "./alarms.tsx";
import type { RecorderState } from "./recorder-state.ts";
import type { RecorderKit } from "./held-kit.ts";
import { useRevalidate } from "#app/ui/browser/use-revalidate.ts";

type Props = {
  kit: RecorderKit;
  state: RecorderState;
  progress: (callId: string) => ReactNode;
};

/** A recording that is over: why, whether all of it has arrived, how far its words are, and where it is. */
export function Stopped({ kit, state, progress }: Props) {
  const { t } = useTranslation("recorder");
  const revalidate = useRevalidate();
  const { end, phase, callId, left } = state;
  const isDone = phase === "done";
  const isElsewhere = end === "takenOver" || end === "gone";
  return (
    <Page title={t(isDone ? "stopped.title" : "stopped.sending")}>
      {end === null || end === "stopped" ? null : <Banner isUpdate>{t(`stopped.${end}`)}</Banner>}
      {isDone ? null : <Alarms kit={kit} state={state} />}
      <p role="status" className="max-w-prose text-base text-ink-soft">
        {isElsewhere
          ? null
          : isDone
            ? t("stopped.done")
            : `${left > 0 ? `${t("stopped.left", { count: left })} ` : ""}${t("stopped.wait")}`}
      </p>
      {isDone && callId !== null && !isElsewhere ? <Panel>{progress(callId)}</Panel> : null}
      <div className="flex flex-wrap gap-2">
        {isDone && callId !== null && end !== "takenOver" ? (
          <LinkButton tone="primary" size="tall" to={paths.playback(callId)}>
            {t("stopped.open")}
          </LinkButton>
        ) : null}
        {isDone ? (
          <Button
            size="tall"
            onClick={() => {
              kit.recorder.reset();
              revalidate();
            }}
          >
            {t("stopped.another")}
          </Button>
        ) : (
          <Later kit={kit} state={state} />
        )}
      </div>
    </Page>
  );
}

/** What is left is sent from any page; where the server refuses it, what has arrived can be kept. */
function Later({ kit, state: { recordingId, alarms } }: Pick<Props, "kit" | "state">) {
  const { t } = useTranslation("recorder");
  if (recordingId === null || !alarms.includes("refused")) return null;
  const keep = async () => {
    const own = (await kit.store.sessions()).find((one) => one.recordingId === recordingId);
    if (own) await kit.recorder.keepArrived(own);
  };
  return (
    <Button size="tall" onClick={() => void keep()}>
      {t("stopped.keepArrived")}
    </Button>
  );
}
