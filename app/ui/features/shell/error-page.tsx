import { Form, isRouteErrorResponse, useLocation } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { copyText } from "#app/ui/browser/clipboard.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { NarrowPage } from "#app/ui/components/layout/narrow-page.tsx";
import { Page } from "#app/ui/components/layout/page.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";

/** What is shown of a refusal: its code, how long to wait, which roles may, and which report tells of it. */
export type Refusal = {
  status: number;
  code: string | null;
  retryAfter: number | null;
  roles: unknown[];
  requestId: string | null;
  /** Where it is to be opened instead, in the server's words: the address that is meant only it knows. */
  title: string | null;
  url: string | null;
};

/** What was thrown to an error boundary, which is anything. */
export function refusalOf(error: unknown): Refusal {
  const isSaid = isRouteErrorResponse(error);
  const status = isSaid ? error.status : 500;
  const data: unknown = isSaid ? error.data : null;
  const said = (name: string): unknown =>
    typeof data === "object" && data !== null ? Reflect.get(data, name) : null;
  const text = (name: string): string | null => {
    const value = said(name);
    return typeof value === "string" ? value : null;
  };
  const [retryAfter, roles] = [said("retryAfter"), said("roles")];
  return {
    ...{ status, code: text("code"), requestId: text("requestId") },
    ...{ title: text("title"), url: text("url") },
    retryAfter: typeof retryAfter === "number" ? retryAfter : null,
    roles: Array.isArray(roles) ? roles : [],
  };
}

const BY_STATUS = {
  401: "unauthenticated",
  403: "forbidden",
  404: "not_found",
  405: "method_not_allowed",
  409: "conflict",
  410: "link_ended",
  429: "rate_limited",
  503: "unavailable",
} as const;

/** Those that say more than their status does. */
const CODES = ["view_only", "invalid_state", "conflict"] as const;

type Shown = (typeof CODES)[number] | (typeof BY_STATUS)[keyof typeof BY_STATUS] | "internal";

function useRefusal({ status, code: said, title }: Refusal) {
  const { t } = useTranslation("errors");
  const named = CODES.find((known) => known === said);
  const code: Shown =
    named ??
    Object.entries(BY_STATUS).find(([known]) => Number(known) === status)?.[1] ??
    "internal";
  return { code, title: title ?? t(`code.${code}.title`), facts: t("pageTitle", { status }) };
}

type PageProps = Refusal & {
  /** Who reads it: a visitor can neither search nor go home, and may have mistyped the address of an invitation. */
  reader: "member" | "visitor" | "invited";
  /** The way on of who has no home here. */
  children?: ReactNode;
};

/** A refusal or a fault as a page of its own: what it is, and the one way on. */
export function ErrorPage({ reader, children, ...refusal }: PageProps) {
  const { code, title, facts } = useRefusal(refusal);
  const { t } = useTranslation("errors");
  const { t: shell } = useTranslation("shell");
  if (code === "not_found" && reader !== "member")
    return (
      <NarrowPage title={reader === "invited" ? t("invitation.title") : title} facts={facts}>
        <p>{t(reader === "invited" ? "invitation.hint" : "visitor.hint")}</p>
        <div>
          <LinkButton to={paths.signIn()} tone="primary" reloadDocument>
            {t("visitor.signIn")}
          </LinkButton>
        </div>
      </NarrowPage>
    );
  return (
    <NarrowPage title={title} facts={facts}>
      <Hint refusal={refusal} />
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
        {refusal.url === null && code !== "unauthenticated"
          ? (children ?? (
              <LinkButton to={paths.home()} tone="primary" reloadDocument>
                {shell("nav.home")}
              </LinkButton>
            ))
          : null}
      </div>
    </NarrowPage>
  );
}

/** The same where the frame stands: its navigation and its search are the ways on, and its bands stay in sight. */
export function ErrorScreen(refusal: Refusal) {
  const { title, facts } = useRefusal(refusal);
  return (
    <Page title={title} facts={facts}>
      <Hint refusal={refusal} />
    </Page>
  );
}

function Hint({ refusal }: { refusal: Refusal }) {
  const { t } = useTranslation("errors");
  const { code } = useRefusal(refusal);
  const { pathname, search } = useLocation();
  const { retryAfter, roles, requestId, url } = refusal;
  if (url !== null) return <TextLink to={url}>{url}</TextLink>;
  return (
    <>
      <p>
        {code === "rate_limited" && retryAfter !== null
          ? t("waitFor", { count: Math.max(1, Math.ceil(retryAfter / 60)) })
          : code === "forbidden" && roles.length > 0
            ? t(roles.includes("manager") ? "only.managers" : "only.admins")
            : t(`code.${code}.hint`)}
      </p>
      {requestId === null ? null : <Report id={requestId} />}
      {code !== "unauthenticated" ? null : (
        <div>
          <LinkButton to={paths.signIn(pathname + search)} tone="primary" reloadDocument>
            {t("visitor.signIn")}
          </LinkButton>
        </div>
      )}
    </>
  );
}

/** What an operator needs to find a fault; where copying is refused the id can still be read. */
function Report({ id }: { id: string }) {
  const { t } = useTranslation("errors");
  const [isCopied, setCopied] = useState(false);
  const copy = () => {
    const details = `${window.location.href}\n${new Date().toISOString()}\n${id}`;
    void copyText(details).then(setCopied);
  };
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-ink-muted">
      {t("requestId")} <code className="break-all">{id}</code>
      <Button size="small" onClick={copy}>
        {t(isCopied ? "detailsCopied" : "copyDetails")}
      </Button>
    </p>
  );
}
