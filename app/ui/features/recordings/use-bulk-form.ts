import { useLocation, useMatches, useNavigate } from "@remix-run/react";
import { useCallback, useRef, useState } from "react";
import { formText } from "#app/i18n/form-text.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { signedOut } from "#app/ui/browser/signed-out.ts";
import { useRevalidate } from "#app/ui/browser/use-revalidate.ts";

/** Longer than fifty calls take on a busy machine. */
const ANSWER_MS = 60_000;

export type BulkForm = {
  isBusy: boolean;
  /** Why the last wish was refused, as a sentence. */
  refusal: string | null;
  /** @param ids calls that were picked; @returns whether it was taken: the page shows the run then */
  send: (fields: Record<string, string>, ids?: readonly string[]) => Promise<boolean>;
  /** A refusal belongs to what was asked: another question begins without it. */
  reset: () => void;
  /** Asks what sending would do. @returns what the page says; null where it could not be asked */
  ask: (fields: Record<string, string>, ids?: readonly string[]) => Promise<unknown>;
};

/**
 * Speaks to the list's action without the router: a refusal and a line that is down are said beside the button, and
 * leave the selection as it is.
 */
export function useBulkForm(): BulkForm {
  const { t } = useTranslation("bulk");
  const { t: errors } = useTranslation("errors");
  const { t: forms } = useTranslation("forms");
  const route = useMatches().at(-1)?.id ?? "";
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const revalidate = useRevalidate();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const textOf = useCallback(
    async (answer: Answer): Promise<string> => {
      if (answer === "slow") return t("bar.slow");
      const { code, fields, isFull } = await readRefusal(answer);
      if (isFull) return t("bar.full");
      // Of a selection: others match by now.
      if (code === "conflict") return t("bar.changed");
      const [said] = fields;
      if (said !== undefined) return formText(forms, said);
      return code === null
        ? t("bar.failed")
        : errors(`code.${code}.title`, { defaultValue: t("bar.failed") });
    },
    [t, errors, forms],
  );
  const post = useCallback(
    (fields: Record<string, string>, ids: readonly string[]): Promise<Answer> => {
      const body = new URLSearchParams(fields);
      for (const id of ids) body.append("callIds", id);
      const to = new URLSearchParams(search);
      to.set("_data", route);
      const signal = AbortSignal.timeout(ANSWER_MS);
      const asked = fetch(`${pathname}?${to.toString()}`, { method: "POST", body, signal });
      return asked.then(
        (answer) => {
          // The frame says where to sign in; the selection waits.
          signedOut.learn(answer.status);
          return answer;
        },
        () => (signal.aborted ? "slow" : null),
      );
    },
    [pathname, search, route],
  );
  const ask = useCallback<BulkForm["ask"]>(
    async (fields, ids = []) => {
      setRefusal(null);
      const answer = await post(fields, ids);
      if (answer instanceof Response && answer.ok)
        return (await answer.json().catch(() => null)) as unknown;
      setRefusal(await textOf(answer));
      return null;
    },
    [post, textOf],
  );
  const isSending = useRef(false);
  const send = useCallback<BulkForm["send"]>(
    async (fields, ids = []) => {
      // The second press of a double click.
      if (isSending.current) return false;
      isSending.current = true;
      setBusy(true);
      setRefusal(null);
      const answer = await post(fields, ids);
      isSending.current = false;
      setBusy(false);
      const next = answer instanceof Response ? answer.headers.get("x-remix-redirect") : null;
      if (next === null) {
        setRefusal(await textOf(answer));
        if (answer === "slow" || (answer instanceof Response && answer.status === 409))
          revalidate();
        return false;
      }
      navigate(next, { preventScrollReset: true });
      return true;
    },
    [post, navigate, revalidate, textOf],
  );
  const reset = useCallback(() => setRefusal(null), []);
  return { isBusy, refusal, reset, send, ask };
}

/** `slow`: no answer in time, while the server goes on; null: it cannot be reached. */
type Answer = Response | "slow" | null;
/** `isFull`: as many runs are open as one member may have. */
type Refusal = { code: string | null; fields: string[]; isFull: boolean };

async function readRefusal(answer: Response | null): Promise<Refusal> {
  const said: unknown = await answer?.json().catch(() => null);
  if (typeof said !== "object" || said === null) return { code: null, fields: [], isFull: false };
  const code = "code" in said && typeof said.code === "string" ? said.code : null;
  const error = "error" in said && typeof said.error === "object" ? said.error : null;
  const fields = Object.values(error ?? {}).flatMap((codes: unknown): string[] =>
    Array.isArray(codes) ? codes.map(String) : [],
  );
  return { code, fields, isFull: typeof error === "object" && error !== null && "runs" in error };
}
