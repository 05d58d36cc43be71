import { useEffect, useRef } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useToast } from "#app/ui/components/primitive/toast.tsx";
import type { LinkCommand } from "./link-row.tsx";

/** Takes people off a link, says so, and offers to put them back; what they had open stays closed. */
export function useRemovedPeople({ act, answer }: LinkCommand): (email: string) => void {
  const { t } = useTranslation("share");
  const toast = useToast();
  const removing = useRef<string | null>(null);
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const email = removing.current;
    if (email === null || answer?.intent !== "remove_link_address") return;
    removing.current = null;
    toast({
      text: t("list.removed", { email }),
      onUndo: () => latest.current({ intent: "add_link_addresses", addresses: email }),
    });
  }, [answer, t, toast]);
  return (email) => {
    removing.current = email;
    act({ intent: "remove_link_address", email });
  };
}
