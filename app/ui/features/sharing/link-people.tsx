import { useState } from "react";
import type { ShownLink } from "#app/core/pages/call-links.server.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import type { LinkCommand } from "./link-row.tsx";

type Props = { link: ShownLink; command: LinkCommand };

/**
 * Who may open a link; each can be taken off, and put back right after: beside the list, as a dialog keeps its reader from
 * all that lies outside of it.
 */
export function LinkPeople({ link: { addresses }, command }: Props) {
  const { t } = useTranslation("share");
  const isReadOnly = useReadOnly();
  const { act, busy, answer } = command;
  const [last, setLast] = useState<string | null>(null);
  const isGone =
    last !== null && !addresses.includes(last) && answer?.intent === "remove_link_address";
  if (addresses.length === 0 && !isGone) return null;
  return (
    <div className="grid gap-1">
      <ul className="grid gap-1">
        {addresses.map((email) => (
          <li key={email} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0 wrap-anywhere">{email}</span>
            <Button
              tone="quiet"
              size="small"
              aria-label={t("list.removeOf", { email })}
              busy={busy === "remove_link_address" && last === email && t("list.removing")}
              disabledReason={isReadOnly}
              onClick={() => {
                setLast(email);
                act({ intent: "remove_link_address", email });
              }}
            >
              {t("list.remove")}
            </Button>
          </li>
        ))}
      </ul>
      <div role="status" className="flex flex-wrap items-center justify-between gap-2 empty:hidden">
        {isGone ? (
          <>
            <span className="min-w-0 text-ink-muted wrap-anywhere">
              {t("list.removed", { email: last })}
            </span>
            <Button
              size="small"
              onClick={() => act({ intent: "add_link_addresses", addresses: last })}
            >
              {t("list.undo")}
            </Button>
          </>
        ) : null}
      </div>
    </div>
  );
}
