import { useBlocker } from "@remix-run/react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Dialog, DialogClose } from "#app/ui/components/primitive/dialog.tsx";

type Place = { pathname: string; search: string };
type Props = {
  isDirty: () => boolean;
  /** Whether going there leaves what was typed behind; by default every other address does. */
  isLeft?: (from: Place, to: Place) => boolean;
};

const isElsewhere = (from: Place, to: Place): boolean =>
  `${from.pathname}${from.search}` !== `${to.pathname}${to.search}`;

/** Asks before a link of the product leaves behind what was changed and not saved. */
export function LeaveQuestion({ isDirty, isLeft = isElsewhere }: Props) {
  const { t } = useTranslation("common");
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty() && isLeft(currentLocation, nextLocation),
  );
  return (
    <Dialog
      title={t("unsaved.title")}
      effect={t("unsaved.effect")}
      open={blocker.state === "blocked"}
      onOpenChange={(isOpen) => {
        if (!isOpen) blocker.reset?.();
      }}
      actions={
        <>
          <DialogClose>
            <Button>{t("unsaved.stay")}</Button>
          </DialogClose>
          <Button tone="danger" onClick={() => blocker.proceed?.()}>
            {t("unsaved.leave")}
          </Button>
        </>
      }
    />
  );
}
