import { useContext, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { UNSAFE_DataRouterContext as RouterContext } from "react-router-dom";
import { formText } from "#app/i18n/form-text.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { keepForms } from "#app/ui/browser/keep-forms.ts";
import { signedOut } from "#app/ui/browser/signed-out.ts";
import { useStore } from "#app/ui/browser/store.ts";
import { useRevalidate } from "#app/ui/browser/use-revalidate.ts";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { SignInLink } from "#app/ui/components/primitive/sign-in-link.tsx";

/** Says beside a form that was refused, inside its dialog where there is one, where to sign in again. */
export function SignedOutBanner() {
  const { t } = useTranslation("signin");
  const { t: forms } = useTranslation("forms");
  const router = useContext(RouterContext)?.router;
  const isSignedOut = useStore(signedOut);
  const revalidate = useRevalidate();
  const layer = useTopLayer(isSignedOut);
  useEffect(() => {
    if (router !== undefined) keepForms(router.routes);
  }, [router]);
  useEffect(() => {
    if (!isSignedOut) return undefined;
    const look = async () => {
      if (!(await isSignedIn())) return;
      signedOut.set(false);
      // It may be another member: the page is theirs from now on.
      revalidate();
    };
    const onFocus = () => void look();
    window.addEventListener("focus", onFocus);
    return () => window.removeEventListener("focus", onFocus);
  }, [isSignedOut, revalidate]);
  if (!isSignedOut) return null;
  const banner = (
    <Banner place={layer === null ? "band" : "page"} isUpdate action={<SignInLink />}>
      <b className="font-medium">{formText(forms, "signed_out")}</b> {t("signedOut")}
    </Banner>
  );
  return layer === null ? banner : createPortal(<div className="mt-4">{banner}</div>, layer);
}

/** They come back from the tab in which they signed in. */
const isSignedIn = (): Promise<boolean> =>
  fetch(paths.palette(""), { method: "HEAD" }).then(
    ({ ok }) => ok,
    () => false,
  );

/** The dialog on top of the page: what lies outside of it, neither pointer nor keyboard reach. */
function useTopLayer(isNeeded: boolean): Element | null {
  const [layer, setLayer] = useState<Element | null>(null);
  useEffect(() => {
    if (!isNeeded) return undefined;
    const look = () =>
      setLayer([...document.querySelectorAll('[role="dialog"][data-state="open"]')].at(-1) ?? null);
    look();
    const changes = new MutationObserver(look);
    changes.observe(document.body, { childList: true });
    return () => changes.disconnect();
  }, [isNeeded]);
  return layer;
}
