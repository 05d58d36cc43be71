import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Page } from "#app/ui/components/layout/page.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import type { RecorderState } from "./recorder-state.ts";
import type { RecorderKit } from "./use-recorder-kit.ts";
import { useRevalidate } from "#app/ui/browser/use-revalidate.ts";

/** A recording that is over: why, whether all of it has arrived, and where it is. */
export function Stopped({ kit, state }: { kit: RecorderKit; state: RecorderState }) {
  const { t } = useTranslation("recorder");
  const revalidate = useRevalidate();
  const { end, phase, callId } = state;
  const isDone = phase === "done";
  const isElsewhere = end === "takenOver" || end === "gone";
  return (
    <Page title={t(isDone ? "stopped.title" : "stopped.sending")}>
      {end === null || end === "stopped" ? null : <Banner isUpdate>{t(`stopped.${end}`)}</Banner>}
      <p role="status" className="max-w-prose text-base text-ink-soft">
        {isElsewhere ? null : t(isDone ? "stopped.done" : "stopped.wait")}
      </p>
      <div className="flex flex-wrap gap-2">
        {isDone && callId !== null && !isElsewhere ? (
          <LinkButton tone="primary" size="tall" to={paths.playback(callId)} reloadDocument>
            {t("stopped.open")}
          </LinkButton>
        ) : null}
        <Button
          size="tall"
          onClick={() => {
            kit.recorder.reset();
            revalidate();
          }}
        >
          {t("stopped.another")}
        </Button>
      </div>
    </Page>
  );
}
