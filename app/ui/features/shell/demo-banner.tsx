import { useTranslation } from "#app/i18n/translation.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";

/** Says that this is a demo, with the ways out of it that work here. */
export function DemoBanner({ startTo, removeTo }: { startTo?: string; removeTo?: string }) {
  const { t } = useTranslation("shell");
  const ways = [
    ...(startTo === undefined ? [] : [{ to: startTo, text: t("demo.start") }]),
    ...(removeTo === undefined ? [] : [{ to: removeTo, text: t("demo.remove") }]),
  ];
  return (
    <Banner
      place="band"
      action={ways.map(({ to, text }) => (
        <TextLink key={to} to={to}>
          {text}
        </TextLink>
      ))}
    >
      {t("demo.banner")}
    </Banner>
  );
}
