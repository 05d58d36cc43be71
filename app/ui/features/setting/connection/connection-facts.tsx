import type { ConnectionHealth } from "#app/core/domain/connection/connection-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { scopeUse } from "./scope-use.ts";
import { useFaultText } from "./use-fault-text.ts";

const SIGNS = {
  new: ["○", "text-ink-muted"],
  authorising: ["◐", "text-ink-muted"],
  connected: ["●", "text-ok"],
  degraded: ["◐", "text-warn"],
  broken: ["✕", "text-danger"],
  disconnected: ["○", "text-ink-muted"],
} as const;
type Props = { health: ConnectionHealth };

/** A sign with a word, and since when it is broken. */
export function ConnectionState({ health: { state, faultSince } }: Props) {
  const { t } = useTranslation("connection");
  const { when } = useFormat();
  const [sign, look] = SIGNS[state];
  return (
    <span className={`text-sm font-normal ${look}`}>
      <span aria-hidden>{sign}</span> {t(`state.${state}`)}
      {state === "broken" && faultSince !== null
        ? ` ${t("since", { when: when(faultSince) })}`
        : ""}
    </span>
  );
}

type FaultProps = Props & { name: string; missing?: readonly string[] };
/** Why it does not work, or not wholly, and what helps. @param missing scopes that were not given */
export function ConnectionFaultText({ health, name, missing = [] }: FaultProps) {
  const { t } = useTranslation("connection");
  const { when } = useFormat();
  const faultText = useFaultText();
  const { fault, faultSince, limitedUntil, state } = health;
  if (fault === null || state === "disconnected") return null;
  const scopes = missing.map((scope) => t("scopeOff", { scope, use: t(`why.${scopeUse(scope)}`) }));
  return (
    <p className="text-sm wrap-anywhere">
      {faultText(fault, { name, scopes: scopes.join(", ") })}
      {limitedUntil === null || fault !== "rate_limited"
        ? ""
        : ` ${t("notBefore", { when: when(limitedUntil) })}`}
      {faultSince === null || state === "broken" || fault === "scope_missing"
        ? ""
        : ` ${t("faultSince", { when: when(faultSince) })}`}
    </p>
  );
}

/** Whose account it is, who connected it, when it last worked and what is left of the day's requests. */
export function ConnectionFacts({ health }: Props) {
  const { t } = useTranslation("connection");
  const { when, number, seconds } = useFormat();
  const { account, connectedBy, connectedAt, quota, lastOkAt, checkMs, expiresAt } = health;
  if (account === null) return null;
  const { label, user } = account;
  const facts = [
    user === null ? t("accountOnly", { account: label }) : t("account", { account: label, user }),
    connectedBy === null || connectedAt === null
      ? null
      : t("connectedBy", { who: connectedBy.name, when: when(connectedAt) }),
    lastOkAt === null || checkMs === null
      ? null
      : t("lastOk", { when: when(lastOkAt), seconds: seconds(checkMs) }),
    quota === null ? null : t("quota", { used: number(quota.used), max: number(quota.max) }),
    expiresAt === null ? null : t("renews", { when: when(expiresAt) }),
  ];
  return (
    <p className="text-xs text-ink-muted wrap-anywhere">
      {facts.filter((fact) => fact !== null).join(" ")}
    </p>
  );
}
