import { Form, useLocation } from "@remix-run/react";
import { X } from "lucide-react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { Disclosure } from "#app/ui/components/primitive/disclosure.tsx";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";

/** Ends the demo; run where Parley was started. */
const REMOVE = "npm run demo:remove";

/** Says that this is a demo, with the two ways out of it (product §31), until this browser dismisses it. */
export function DemoBanner({ canSignUp }: { canSignUp: boolean }) {
  const { t } = useTranslation("shell");
  const { pathname, search } = useLocation();
  return (
    <Banner
      place="band"
      action={
        <>
          {canSignUp ? (
            <TextLink to={paths.signUp()} reloadDocument>
              {t("demo.start")}
            </TextLink>
          ) : (
            <Disclosure label={t("demo.start")} place="note">
              {t("demo.startHow")}
            </Disclosure>
          )}
          <Disclosure label={t("demo.remove")} place="note">
            {t("demo.removeHow")} <code className="font-mono">{REMOVE}</code>
          </Disclosure>
          <Form method="post" action={paths.preferences()} replace preventScrollReset>
            <input type="hidden" name="demoBanner" value="hidden" />
            <input type="hidden" name="returnTo" value={pathname + search} />
            <IconButton icon={X} size="small" type="submit" label={t("demo.dismiss")} />
          </Form>
        </>
      }
    >
      {t("demo.banner")}
    </Banner>
  );
}
