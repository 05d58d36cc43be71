import { Form } from "@remix-run/react";
import { Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { LibraryPageView } from "#app/core/pages/library.server.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";

const DeleteQuestion = lazy(() => import("./delete-question.tsx"));

type Props = Pick<LibraryPageView, "library" | "items" | "workingLinks">;

/** Deletes the library after a question that names what goes with it and what stops. */
export function DeleteLibrary({ library, items, workingLinks }: Props) {
  const { t } = useTranslation("library");
  const [isAsking, setAsking] = useState(false);
  const readOnly = useReadOnly();
  const gone = items.length === 0 ? [] : [t("settings.deleteItems", { count: items.length })];
  const effect = [...gone, t("settings.deleteNote")].join(" ");
  const links = workingLinks === 0 ? null : t("settings.deleteLinks", { count: workingLinks });
  const form = (
    <Form method="post">
      <FormButton tone="danger" name="intent" value="delete_library">
        {t("settings.delete")}
      </FormButton>
    </Form>
  );
  return (
    <>
      <span className="contents noscript:hidden">
        <Button
          tone="danger"
          icon={Trash2}
          disabledReason={readOnly}
          onClick={() => setAsking(true)}
        >
          {t("settings.delete")}
        </Button>
      </span>
      {isAsking ? (
        <Suspense>
          <DeleteQuestion
            {...{ name: library.name, effect, links, form }}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      ) : null}
      <noscript>
        {import.meta.env.SSR ? (
          // Without script no question opens: its words stand beside the button.
          <div className="flex flex-wrap items-center gap-3">
            {form}
            <p className="text-xs text-ink-muted">
              {effect} {links}
            </p>
          </div>
        ) : null}
      </noscript>
    </>
  );
}
