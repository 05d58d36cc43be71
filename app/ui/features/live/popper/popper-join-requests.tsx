import { useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { WaitingGuest } from "#app/core/domain/live/live-views.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";

type Props = {
  waiting: readonly WaitingGuest[];
  /** Answers whether they are in. */
  onAdmit: (guestId: string) => Promise<boolean>;
};

/** Who waits to be let in; empty for everybody but the host. */
export function PopperJoinRequests({ waiting, onAdmit }: Props) {
  return (
    <ul role="status" className="empty:hidden">
      {waiting.map((guest) => (
        <JoinRequestRow key={guest.guestId} guest={guest} onAdmit={onAdmit} />
      ))}
    </ul>
  );
}

function JoinRequestRow({ guest, onAdmit }: { guest: WaitingGuest; onAdmit: Props["onAdmit"] }) {
  const { t } = useTranslation("lobby");
  const [is, setIs] = useState<"waiting" | "asked" | "failed">("waiting");
  const admit = async () => {
    setIs("asked");
    if (!(await onAdmit(guest.guestId))) setIs("failed");
  };
  return (
    <li className="flex items-center gap-2 border-b border-line px-3 py-1.5 text-sm">
      <span className="min-w-0 flex-1 wrap-anywhere">
        {t(is === "failed" ? "popper.notAdmitted" : "popper.waiting", { name: guest.name })}
      </span>
      <Button
        size="small"
        tone="primary"
        aria-label={t("popper.admitName", { name: guest.name })}
        busy={is === "asked" && t("popper.admitting")}
        onClick={() => void admit()}
      >
        {t("popper.admit")}
      </Button>
    </li>
  );
}
