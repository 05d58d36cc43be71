import type { CallLinksView, ShownLink } from "#app/core/pages/call-links.server.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { EmbedKeys } from "./embed-keys.tsx";
import { AddPeople, LinkPassword } from "./link-conditions.tsx";
import type { LinkCommand } from "./link-row.tsx";
import { LinkPeople } from "./link-people.tsx";
import { LinkVisits } from "./link-visits.tsx";
import type { ShareSubject } from "./share-subject.ts";

type Props = {
  subject: ShareSubject;
  link: ShownLink;
  policy: CallLinksView["policy"];
  command: LinkCommand;
  onChange: () => void;
};

/** Who was there and what they played; who may come, for how long, and by which password. */
export function LinkDetails({ subject, link, policy, command, onChange }: Props) {
  const isOver = link.state === "revoked";
  return (
    <div className="grid gap-3 rounded-control bg-surface-sunken px-3 py-2.5 text-sm noscript:hidden">
      <LinkVisits link={link} />
      {isOver ? null : (
        <>
          <LinkPeople link={link} command={command} />
          <End link={link} policy={policy} command={command} />
          {link.shows.embed ? null : (
            <div className="grid gap-3 border-t border-line pt-2.5 desk:grid-cols-2">
              <AddPeople
                key={`people ${link.addresses.length}`}
                isFirst={!link.needsEmail}
                command={command}
              />
              <LinkPassword hasPassword={link.hasPassword} command={command} />
            </div>
          )}
        </>
      )}
      {link.shows.embed ? <EmbedKeys subject={subject} link={link} onChange={onChange} /> : null}
    </div>
  );
}

/** What keeps it open longer: days as far as the workspace allows, and more views where they are counted. */
function End({ link, policy, command }: Pick<Props, "link" | "policy" | "command">) {
  const { t } = useTranslation("share");
  const { date } = useFormat();
  const isReadOnly = useReadOnly();
  const { act, busy } = command;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {link.extendedTo === null ? (
        <p className="text-xs text-ink-muted">{t("list.atMost", { count: policy.maxDays })}</p>
      ) : (
        <Button
          size="small"
          busy={busy === "extend_link" && t("list.extending")}
          disabledReason={isReadOnly}
          onClick={() => act({ intent: "extend_link", days: String(policy.extendedDays) })}
        >
          {t("list.extendTo", { date: date(link.extendedTo) })}
        </Button>
      )}
      {link.maxViews === null ? null : (
        <Button
          size="small"
          busy={busy === "allow_link_views" && t("list.addingViews")}
          disabledReason={isReadOnly}
          onClick={() => act({ intent: "allow_link_views", views: String(policy.moreViews) })}
        >
          {t("list.moreViews", { count: policy.moreViews })}
        </Button>
      )}
    </div>
  );
}
