import { useFetcher, useSubmit } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { forRequest, isOffer } from "#app/ui/features/factor/passkey-offer.ts";
import { useCanUsePasskeys } from "#app/ui/features/factor/use-passkeys.ts";

/** Signs in with a passkey: asks for a challenge, lets the browser answer it, sends the answer. */
export function PasskeyButton({ next }: { next: string }) {
  const { t } = useTranslation("signin");
  const asking = useFetcher();
  const submit = useSubmit();
  const [hasFailed, setHasFailed] = useState(false);
  const offer = isOffer(asking.data) ? asking.data : null;
  useEffect(() => {
    if (offer === null) return;
    let isOver = false;
    const answer = async (): Promise<void> => {
      const { startAuthentication } = await import("@simplewebauthn/browser");
      const credential = await startAuthentication({ optionsJSON: forRequest(offer.options) });
      if (isOver) return;
      const fields = { intent: "answer", credential: JSON.stringify(credential), next };
      submit(fields, { method: "post", action: paths.signInStep("passkey") });
    };
    answer().catch(() => setHasFailed(!isOver));
    return () => {
      isOver = true;
    };
  }, [offer, next, submit]);
  if (!useCanUsePasskeys()) return null;
  const isBusy = asking.state !== "idle";
  const wasRefused = !isBusy && asking.data !== undefined && offer === null;
  return (
    <>
      <button
        type="button"
        className="words-link text-link"
        aria-disabled={isBusy}
        onClick={() => {
          if (isBusy) return;
          setHasFailed(false);
          asking.submit(
            { intent: "begin" },
            { method: "post", action: paths.signInStep("passkey") },
          );
        }}
      >
        {t(isBusy ? "passkey.busy" : "passkey.use")}
      </button>
      <span role="status" className="basis-full text-danger empty:hidden">
        {hasFailed || wasRefused ? t("passkey.failed") : null}
      </span>
    </>
  );
}
