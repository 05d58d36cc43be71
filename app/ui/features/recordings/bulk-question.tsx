import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Dialog, DialogClose } from "#app/ui/components/primitive/dialog.tsx";
import type { Loaded } from "./use-bulk-choices.ts";

/** What every question about the selected calls is given. */
export type Asked = {
  /** Null: all that match. */
  n: number | null;
  isBusy: boolean;
  refusal: string | null;
  onClose: () => void;
};
type Props = Asked & {
  title: string;
  effect?: string;
  /** The button's words: the effect. */
  submit: string;
  tone?: "primary" | "danger";
  /** Why it can't be answered yet. */
  disabledReason?: string | undefined;
  /** What can be chosen, where the question needs any. */
  choices?: Loaded;
  onSubmit: () => void;
  children?: ReactNode;
};

/** A question before something is done with many calls; the button that does it is named after it. */
export function BulkQuestion(props: Props) {
  const {
    title,
    effect,
    submit,
    tone = "primary",
    disabledReason,
    isBusy,
    refusal,
    onClose,
    choices,
    onSubmit,
  } = props;
  const { t } = useTranslation("bulk");
  const { t: common } = useTranslation("common");
  return (
    <Dialog
      title={title}
      {...(effect === undefined ? {} : { effect })}
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
        className="grid gap-3"
      >
        {choices?.hasFailed === true ? (
          <p role="alert" className="flex flex-wrap items-center gap-2 text-sm text-danger">
            {t("bar.noChoices")}
            <Button size="small" onClick={choices.retry}>
              {t("bar.retry")}
            </Button>
          </p>
        ) : (
          props.children
        )}
        {refusal === null ? null : (
          <p role="alert" className="text-sm text-danger">
            {refusal}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <DialogClose>
            <Button>{common("cancel")}</Button>
          </DialogClose>
          <Button
            type="submit"
            tone={tone}
            disabledReason={choices?.hasFailed === true ? t("bar.noChoices") : disabledReason}
            busy={isBusy && t("bar.busy")}
          >
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
