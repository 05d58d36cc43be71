import { Form } from "@remix-run/react";
import { Eye } from "lucide-react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useFormat } from "#app/i18n/place.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";

type Props = {
  /** Whose eyes an admin uses; null: their own. */
  viewing: string | null;
  /** ISO: until when private calls are open to this admin. */
  privateUntil: string | null;
};

/** Other rights than one's own are never out of sight, and their end is one press away. */
export function RightsBanner({ viewing, privateUntil }: Props) {
  const { t } = useTranslation("shell");
  const { time } = useFormat();
  if (viewing !== null)
    return (
      <Banner
        place="band"
        label={t("viewing.label")}
        icon={Eye}
        action={
          <Form method="post" action={paths.viewAs()}>
            <FormButton tone="plain" size="small" isForEverybody>
              {t("viewing.stop")}
            </FormButton>
          </Form>
        }
      >
        {t("viewing.banner", { name: viewing })}
      </Banner>
    );
  if (privateUntil === null) return null;
  return (
    <Banner
      place="band"
      label={t("private.label")}
      icon={Eye}
      action={
        <Form method="post" action={paths.settingGeneral({ tab: "workspace" })}>
          <FormButton tone="plain" size="small" name="intent" value="close_private">
            {t("private.stop")}
          </FormButton>
        </Form>
      }
    >
      {t("private.banner", { time: time(privateUntil) })}
    </Banner>
  );
}
