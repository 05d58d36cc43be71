import { useFetcher } from "@remix-run/react";
import type { TFunction } from "i18next";
import { useEffect, useRef } from "react";
import { formText } from "#app/i18n/form-text.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { useHydrated } from "#app/ui/components/primitive/use-hydrated.ts";
import { faultText } from "./use-crm-text.ts";

/** `vendor_locked?detail=…` */
function vendorText(t: TFunction<"crm">, code: string): string {
  const [fault = "", query = ""] = code.slice("vendor_".length).split("?");
  return faultText(t, fault, { crm: "CRM", detail: new URLSearchParams(query).get("detail") });
}

type Answer = { ok?: boolean; code?: string; error?: Record<string, string[] | null> | null };

/** A form about changes of a call, answered where it stands; without script it leads to the list. */
export function useCrmForm(callId: string, label: string, onDone?: () => void) {
  const { t } = useTranslation("forms");
  const { t: crm } = useTranslation("crm");
  const { t: errors } = useTranslation("errors");
  const fetcher = useFetcher<Answer>();
  const isHydrated = useHydrated();
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  const { data, state, Form, submit } = fetcher;
  useEffect(() => {
    if (data?.ok === true) done.current?.();
  }, [data]);
  const action = isHydrated ? paths.callCrmInPlace(callId) : paths.callCrm(callId);
  const codes = Object.entries<string[] | null>(data?.error ?? {}).flatMap(([name, found]) =>
    (found ?? []).map((code) =>
      code.startsWith("vendor_") ? vendorText(crm, code) : formText(t, code, { name, label }),
    ),
  );
  const refused =
    codes.length === 0 && data?.code !== undefined
      ? [
          errors(`code.${data.code}.title`, {
            defaultValue: t("bare.invalid", { defaultValue: "" }),
          }),
        ]
      : codes;
  return {
    ...{ Form, action, isBusy: state !== "idle" },
    error: refused.length === 0 ? null : refused.join(" "),
    send: (fields: Record<string, string>) => submit(fields, { method: "post", action }),
  };
}
