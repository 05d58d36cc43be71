import { useTranslation } from "#app/i18n/translation.tsx";
import { Explained } from "#app/ui/components/primitive/explained.tsx";

type Props = { speech: { state: string; detail: Record<string, string> } | null };

/** Which recogniser is at work, at the foot of the navigation; "basic" stands beside the built-in one. */
export function SpeechFoot({ speech }: Props) {
  const { t } = useTranslation("shell");
  if (speech === null || speech.state === "preparing") return <>{t("speech.preparing")}</>;
  const engine = speech.detail["engine"];
  if (speech.state === "off" || engine === undefined || engine === "off")
    return <>{t("speech.off")}</>;
  return (
    <>
      {t("speech.label", { engine })}{" "}
      {engine === "pocketsphinx" ? (
        <Explained text={t("speech.basicMeans")}>
          <b className="font-strong">{t("speech.basic")}</b>
        </Explained>
      ) : null}
    </>
  );
}
