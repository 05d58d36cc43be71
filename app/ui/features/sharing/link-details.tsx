import { useId, useState } from "react";
import type { LinkVisitView } from "#app/core/domain/share/link-views.ts";
import type { ShownLink } from "#app/core/pages/call-links.server.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { EmbedKeys } from "./embed-keys.tsx";
import type { Act } from "./link-row.tsx";
import type { ShareSubject } from "./share-subject.ts";

type Props = {
  subject: ShareSubject;
  link: ShownLink;
  busy: string | null;
  act: Act;
  onChange: () => void;
};

/** Who was there and what they heard; who may come, for how long, and by which password. */
export function LinkDetails({ subject, link, busy, act, onChange }: Props) {
  const { t } = useTranslation("share");
  const isReadOnly = useReadOnly();
  const isOver = link.state === "revoked";
  return (
    <div className="grid gap-3 rounded-control bg-surface-sunken px-3 py-2.5 text-sm">
      {link.visits.length === 0 ? (
        <p className="text-xs text-ink-muted">{t("list.nobody")}</p>
      ) : (
        <ul className="grid gap-1">
          {link.visits.map((visit) => (
            <Visit key={visit.id} visit={visit} />
          ))}
        </ul>
      )}
      {isOver || link.addresses.length === 0 ? null : (
        <ul className="grid gap-1">
          {link.addresses.map((email) => (
            <li key={email} className="flex flex-wrap items-center justify-between gap-2">
              <span className="wrap-anywhere">{email}</span>
              <Button
                tone="quiet"
                size="small"
                aria-label={t("list.removeOf", { email })}
                busy={busy === "remove_link_address" && t("list.removing")}
                disabledReason={isReadOnly}
                onClick={() => act({ intent: "remove_link_address", email })}
              >
                {t("list.remove")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isOver ? null : (
        <div className="flex flex-wrap items-end gap-2">
          <Button
            size="small"
            busy={busy === "extend_link" && t("list.extending")}
            disabledReason={isReadOnly}
            onClick={() => act({ intent: "extend_link", days: "14" })}
          >
            {t("list.extend")}
          </Button>
          {link.hasPassword ? <NewPassword busy={busy} act={act} /> : null}
        </div>
      )}
      {link.shows.embed ? <EmbedKeys callId={subject.id} link={link} onChange={onChange} /> : null}
    </div>
  );
}

function Visit({ visit }: { visit: LinkVisitView }) {
  const { t } = useTranslation("share");
  const { duration, when, spokenDuration } = useFormat();
  const { who, at, seconds, heard, items, isEmbedded } = visit;
  return (
    <li className="flex flex-wrap gap-x-3">
      <span className="min-w-0 wrap-anywhere">
        {who ?? t(isEmbedded ? "embedding.unknown" : "list.unknown")}
      </span>
      <span className="text-ink-muted" suppressHydrationWarning>
        {when(at)}
      </span>
      <span className="text-ink-muted">
        {seconds === 0
          ? t("list.read")
          : t("list.heard", { time: spokenDuration(seconds * 1_000) })}
      </span>
      <span className="font-mono text-xs text-ink-muted">
        {heard
          .map(({ t0Ms, t1Ms }) =>
            t("list.heardRange", { from: duration(t0Ms), to: duration(t1Ms) }),
          )
          .join(", ")}
      </span>
      {items.length === 0 ? null : (
        <span className="basis-full text-xs text-ink-muted">
          {items
            .map(({ title, seconds: count }) =>
              t("library.heardItem", { title, time: spokenDuration(count * 1_000) }),
            )
            .join(", ")}
        </span>
      )}
    </li>
  );
}

function NewPassword({ busy, act }: Pick<Props, "busy" | "act">) {
  const { t } = useTranslation("share");
  const id = useId();
  const isReadOnly = useReadOnly();
  const [password, setPassword] = useState("");
  return (
    <>
      <label htmlFor={id} className="grid gap-1 text-xs text-ink-muted">
        {t("list.password")}
        <input
          id={id}
          value={password}
          autoComplete="off"
          spellCheck={false}
          maxLength={128}
          onChange={(event) => setPassword(event.target.value)}
          className={controlLook({ className: "w-44 font-mono" })}
        />
      </label>
      <Button
        size="small"
        busy={busy === "change_link_password" && t("list.saving")}
        disabledReason={isReadOnly}
        onClick={() => act({ intent: "change_link_password", password })}
      >
        {t("list.savePassword")}
      </Button>
    </>
  );
}
