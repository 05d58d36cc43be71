import { Form } from "@remix-run/react";
import { useRef } from "react";
import type { LibraryPageView } from "#app/core/pages/library.server.ts";
import type { ItemView } from "#app/core/domain/library/library-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { RowButton } from "#app/ui/components/form/row-button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Select } from "#app/ui/components/primitive/select.tsx";

type Props = Pick<LibraryPageView, "folders"> & {
  item: ItemView;
  name: string;
  endOf: (folderId: string | null) => number;
};

/** What a curator changes of an item: why it is good, where it is, and whether it stays. */
export function ItemForms({ item, folders, name, endOf }: Props) {
  const { t } = useTranslation("library");
  const place = useRef<HTMLInputElement>(null);
  const ownPlace = item.place ?? endOf(item.folderId);
  // A place is one of a folder: the number of the old folder would be any place of the new one.
  const showPlaceIn = (folderId: string | null) => {
    if (place.current === null) return;
    place.current.value = String(folderId === item.folderId ? ownPlace : endOf(folderId));
  };
  const id = <input type="hidden" name="itemId" value={item.id} />;
  const field = (text: string) => `${text}-${item.id}`;
  return (
    <div className="mt-3 grid gap-4 border-t border-line pt-3">
      <Form method="post" className="flex flex-wrap items-end gap-2">
        {id}
        <label className="grid min-w-0 grow gap-1 text-xs font-medium" htmlFor={field("why")}>
          {t("item.why")}
          <input
            id={field("why")}
            name="why"
            maxLength={280}
            defaultValue={item.why}
            className={controlLook({ className: "w-full" })}
          />
        </label>
        <FormButton tone="plain" name="intent" value="note_item">
          {t("item.saveWhy")}
        </FormButton>
      </Form>
      <Form
        method="post"
        className="flex flex-wrap items-end gap-2"
        aria-label={t("item.moveTitle")}
      >
        {id}
        {folders.length === 0 ? null : (
          <label className="grid gap-1 text-xs font-medium" htmlFor={field("folder")}>
            {t("item.folder")}
            <Select
              id={field("folder")}
              name="folderId"
              width="hug"
              defaultValue={item.folderId ?? ""}
              onChange={({ currentTarget: { value } }) => showPlaceIn(value === "" ? null : value)}
              options={[
                { value: "", label: t("folders.none") },
                ...folders.map((folder) => ({ value: folder.id, label: folder.path })),
              ]}
            />
          </label>
        )}
        <label className="grid gap-1 text-xs font-medium" htmlFor={field("place")}>
          {t("item.place")}
          <input
            ref={place}
            id={field("place")}
            name="place"
            type="number"
            min={1}
            max={10_000}
            required
            defaultValue={ownPlace}
            className={controlLook({ className: "w-24 font-mono" })}
          />
        </label>
        <FormButton tone="plain" name="intent" value="move_item">
          {t("item.move")}
        </FormButton>
      </Form>
      <Form method="post">
        {id}
        <RowButton intent="remove_item" tone="danger" label={t("item.removeOf", { title: name })}>
          {t("item.remove")}
        </RowButton>
      </Form>
    </div>
  );
}
