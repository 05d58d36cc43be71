import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { AccessPerson, GrantView } from "#app/core/domain/call/access-views.ts";
import { formText } from "#app/i18n/form-text.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Face } from "#app/ui/components/primitive/face.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { type AccessAnswer, codesOf, type OnAccessDone } from "./access-answer.ts";

type Props = {
  callId: string;
  person: AccessPerson;
  /** The call's team. */
  team: string | null;
  onDone: OnAccessDone;
};

/** One person who sees the call, each reason why, and the way to take back what was given by hand. */
export function AccessRow({ callId, person, team, onDone }: Props) {
  const { id: memberId, name } = person;
  const { t } = useTranslation("access");
  const { t: forms } = useTranslation("forms");
  const reasons = useReasons(person, team);
  const fetcher = useFetcher<AccessAnswer>();
  const isReadOnly = useReadOnly();
  const direct = person.grants.find((grant) => grant.source === "direct" && grant.team === null);
  const codes = codesOf(fetcher.data);
  const taken = useRef<GrantView | null>(null);
  const takeBack = (grant: GrantView) => {
    taken.current = grant;
    fetcher.submit(
      { intent: "take_back_access", grantId: grant.id },
      { method: "post", action: paths.playback(callId) },
    );
  };
  useEffect(() => {
    if (fetcher.data?.ok !== true || taken.current === null) return;
    const { level } = taken.current;
    taken.current = null;
    onDone({ text: t("takenBack", { name }), undo: { intent: "give_access", memberId, level } });
  }, [fetcher.data, onDone, t, name, memberId]);
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-2.5 py-1.5">
      <Face name={name} side="us" />
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere">{name}</span>
        <span className="block text-xs text-ink-muted">{reasons.join(" · ")}</span>
      </span>
      {direct === undefined ? null : (
        <Button
          tone="quiet"
          aria-label={t("takeBackFrom", { name: name })}
          busy={fetcher.state !== "idle" && t("takingBack")}
          disabledReason={isReadOnly}
          onClick={() => takeBack(direct)}
        >
          {t("takeBack")}
        </Button>
      )}
      {codes.length === 0 ? null : (
        <p role="alert" className="basis-full text-xs text-danger">
          {codes.map((code) => formText(forms, code, { name: "", label: "" })).join(" ")}
        </p>
      )}
    </li>
  );
}

/** Every reason by which somebody sees the call, in words. */
function useReasons({ ways, grants }: AccessPerson, team: string | null): string[] {
  const { t } = useTranslation("access");
  const ofGrant = ({ level, source, by, team: ofTeam }: GrantView): string => {
    const name = by ?? t("way.unknown");
    const way =
      source === "direct"
        ? t("way.by", { level: t(`way.${level}`), name })
        : t(`way.${source}`, { name });
    return ofTeam === null ? way : t("way.ofTeam", { way, team: ofTeam });
  };
  const order = ["owner", "tookPart", "grant", "team", "scope", "admin"] as const;
  return order
    .filter((way) => ways.includes(way))
    .flatMap((way) => {
      if (way === "grant") return grants.map(ofGrant);
      return way === "team" || way === "scope"
        ? t(`way.${way}`, { team: team ?? "" })
        : t(`way.${way}`);
    });
}
