import { Form } from "@remix-run/react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { NarrowPage } from "#app/ui/components/layout/narrow-page.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";

const BY_STATUS = {
  401: "unauthenticated",
  403: "forbidden",
  404: "not_found",
  405: "method_not_allowed",
  410: "link_ended",
  429: "rate_limited",
  503: "unavailable",
} as const;

/** A refusal or a fault as a page of its own: what it is, and the one way on. */
export function ErrorPage({ status }: { status: number }) {
  const { t } = useTranslation("errors");
  const { t: shell } = useTranslation("shell");
  const code =
    Object.entries(BY_STATUS).find(([known]) => Number(known) === status)?.[1] ?? "internal";
  return (
    <NarrowPage title={t(`code.${code}.title`)} facts={t("pageTitle", { status })}>
      <p>{t(`code.${code}.hint`)}</p>
      {code === "not_found" ? (
        <Form action={paths.recordings()} role="search" reloadDocument className="flex gap-2">
          <input
            type="search"
            name="q"
            aria-label={shell("search.label")}
            placeholder={shell("search.label")}
            className={controlLook({ className: "min-w-0 flex-1" })}
          />
          <Button type="submit">{shell("search.submit")}</Button>
        </Form>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <LinkButton to={paths.home()} tone="primary" reloadDocument>
          {shell("nav.home")}
        </LinkButton>
      </div>
    </NarrowPage>
  );
}
