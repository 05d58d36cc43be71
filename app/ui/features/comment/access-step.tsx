import { Eye } from "lucide-react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";

type Props = {
  /** Codes of the refusal: `gives_access?name=…`, or `cannot_open?name=…&owner=…`. */
  codes: readonly string[];
  /** Sentences for those who may not give access. */
  errors: readonly string[];
  isReply: boolean;
  busy: string | false;
};

/** What a mention would give, before anything is given: nobody is let in by the way. */
export function AccessStep({ codes, errors, isReply, busy }: Props) {
  const { t } = useTranslation("comment");
  const canGive = codes.every((code) => code.startsWith("gives_access"));
  const people = codes.map((code) => new URLSearchParams(code.split("?")[1] ?? ""));
  const names = people.map((facts) => facts.get("name") ?? "").join(", ");
  const full = people
    .map((facts) => {
      const [name, team] = [facts.get("name") ?? "", facts.get("team")];
      return team === null ? name : `${name} (${team})`;
    })
    .join(", ");
  return (
    <div
      role="alert"
      className="grid grid-cols-[16px_1fr] gap-x-2.5 gap-y-2 rounded-control border border-line-control bg-surface-raised px-3 py-2.5 text-sm"
    >
      <span className="mt-0.5">
        <Icon of={Eye} />
      </span>
      {canGive ? (
        <p>
          <b className="font-strong">{t("gives.title", { names })}</b>{" "}
          {t("gives.why", { names: full })}
        </p>
      ) : (
        <p>{errors.join(" ")}</p>
      )}
      <span className="col-start-2 flex flex-wrap gap-2">
        {canGive ? (
          <Button type="submit" tone="primary" name="access" value="give" busy={busy}>
            {t(isReply ? "gives.giveReply" : "gives.give")}
          </Button>
        ) : null}
        <Button type="submit" name="access" value="leave" busy={busy}>
          {t(isReply ? "gives.leaveReply" : "gives.leave")}
        </Button>
      </span>
    </div>
  );
}
