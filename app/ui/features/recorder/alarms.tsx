import { useTranslation } from "#app/i18n/translation.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { paths } from "#app/paths.ts";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import type { Alarm, RecorderState } from "./recorder-state.ts";
import type { RecorderKit } from "./held-kit.ts";

/** Trouble with the sound itself is the red band; the rest is to be known. */
const LOUD: readonly Alarm[] = ["deaf", "micLost", "tabEnded"];

type Props = { kit: RecorderKit; state: RecorderState };

/** What is not as it should be while it records, or is sent, each in a sentence with what can be done. */
export function Alarms({ kit, state }: Props) {
  const { t } = useTranslation("recorder");
  return (
    <>
      {state.alarms.map((alarm) => (
        <Banner
          key={alarm}
          tone={LOUD.includes(alarm) ? "live" : "plain"}
          isUpdate
          action={<Answer alarm={alarm} kit={kit} />}
        >
          {t(`alarm.${alarm}`)}
        </Banner>
      ))}
    </>
  );
}

function Answer({ alarm, kit: { recorder, sources } }: { alarm: Alarm; kit: RecorderKit }) {
  const { t } = useTranslation("recorder");
  if (alarm === "stillThere")
    return (
      <>
        <Button size="small" onClick={() => recorder.answer()}>
          {t("alarm.goOn")}
        </Button>
        <Button size="small" onClick={() => void recorder.stop()}>
          {t("onAir.stop")}
        </Button>
      </>
    );
  if (alarm === "micLost")
    return (
      <Button size="small" onClick={() => void sources.openMic(sources.micId())}>
        {t("sources.mic.again")}
      </Button>
    );
  if (alarm === "tabEnded")
    return (
      <Button size="small" onClick={() => void sources.shareTab()}>
        {t("sources.tab.again")}
      </Button>
    );
  if (alarm === "screenEnded")
    return (
      <Button size="small" onClick={() => void sources.shareScreen()}>
        {t("sources.screen.again")}
      </Button>
    );
  if (alarm === "signedOut")
    return (
      <LinkButton size="small" to={paths.signIn()} target="_blank">
        {t("alarm.signIn")}
      </LinkButton>
    );
  return null;
}
