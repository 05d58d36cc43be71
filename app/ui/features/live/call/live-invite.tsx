import { Copy, UserPlus } from "lucide-react";
import { useId, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { LiveCallView } from "#app/core/domain/live/live-views.ts";
import { copyText } from "#app/ui/browser/clipboard.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { Popover } from "#app/ui/components/primitive/popover.tsx";

type Props = {
  invitation: NonNullable<LiveCallView["invitation"]>;
  isLocked: boolean;
  /** Nobody from outside has come yet: inviting is the next step. */
  isNext: boolean;
};

/** The link a guest opens, to be copied; who has it still waits for the host. */
export function LiveInvite({ invitation, isLocked, isNext }: Props) {
  const { t } = useTranslation("live");
  return (
    <Popover
      label={t("invite.title")}
      trigger={
        <Button icon={UserPlus} tone={isNext ? "primary" : "plain"}>
          {t("invite.title")}
        </Button>
      }
      size="wide"
      align="end"
    >
      <InviteLink url={invitation.url} />
      <p className="mt-2 text-xs text-ink-muted">
        {isLocked ? t("invite.locked") : t("invite.why")}
        {invitation.expiresAt === null ? null : (
          <>
            {" "}
            {t("invite.until")} <Moment iso={invitation.expiresAt} />
          </>
        )}
      </p>
    </Popover>
  );
}

function InviteLink({ url }: { url: string }) {
  const { t } = useTranslation("live");
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [result, setResult] = useState<"none" | "copied" | "byHand">("none");
  const copy = () => {
    field.current?.select();
    void copyText(url).then((isCopied) => setResult(isCopied ? "copied" : "byHand"));
  };
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {t("invite.link")}
      </label>
      <div className="flex gap-2">
        <input
          ref={field}
          id={id}
          readOnly
          value={url}
          onFocus={(event) => event.currentTarget.select()}
          className={controlLook({ className: "min-w-0 flex-1 font-mono text-xs" })}
        />
        <Button tone="primary" size="tall" icon={Copy} onClick={copy}>
          {t("invite.copy")}
        </Button>
      </div>
      <span role="status" className="text-xs text-ink-muted">
        {result === "copied" ? t("invite.copied") : null}
        {result === "byHand" ? t("invite.byHand") : null}
      </span>
    </div>
  );
}
