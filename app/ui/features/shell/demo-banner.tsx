import { Form, useLocation } from "@remix-run/react";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
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
            <How title={t("demo.start")}>{t("demo.startHow")}</How>
          )}
          <How title={t("demo.remove")}>
            {t("demo.removeHow")} <code className="font-mono">{REMOVE}</code>
          </How>
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

/** A way that is gone outside the browser. */
function How({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="open:basis-full desk:open:order-last">
      <summary className="words-link text-link">{title}</summary>
      <p className="mt-1 max-w-prose text-sm">{children}</p>
    </details>
  );
}
