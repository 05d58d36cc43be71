import { Form } from "@remix-run/react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";

type Props = {
  /** Of the view, as its deletion said them. */
  facts: Readonly<Record<string, string>>;
  /** The page's own address. */
  action: string;
};

/** A view was deleted, and comes back by Undo. Works without script. */
export function DeletedView({ facts, action }: Props) {
  const { t } = useTranslation("view");
  const { t: common } = useTranslation("common");
  return (
    <Banner
      isUpdate
      action={
        <Form method="post" action={action}>
          <input type="hidden" name="viewId" value={facts["viewId"] ?? ""} />
          <FormButton tone="plain" size="small" name="intent" value="restore_view">
            {common("undo")}
          </FormButton>
        </Form>
      }
    >
      {t("said.delete_view", { name: facts["name"] })}
    </Banner>
  );
}
