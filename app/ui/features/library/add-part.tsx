import { CircleAlert } from "lucide-react";
import type { LibraryPageView } from "#app/core/pages/library.server.ts";
import type { Preview } from "#app/core/domain/library/library-views.ts";
import { formText } from "#app/i18n/form-text.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { ListForm } from "#app/ui/components/form/list-form.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";

type Props = Pick<LibraryPageView, "adds" | "part" | "folder"> & {
  libraryId: string;
  source: Preview["source"];
  /** Of the field for the end, where what the server says about the range leads. */
  endId: string;
};

const SECOND_MS = 1_000;
const ERROR_ID = "part-error";
const secondsOf = (ms: number | null | undefined): number | "" =>
  ms == null ? "" : Math.floor(ms / SECOND_MS);

/** From where to where it is worth hearing, in seconds of the call. What was typed stays, also where it is wrong. */
export function AddPart({ adds, part, folder, libraryId, source, endId }: Props) {
  const { t } = useTranslation("library");
  const { duration } = useFormat();
  const start = { from: part.from ?? secondsOf(adds?.t0), to: part.to ?? secondsOf(adds?.t1) };
  const isChosen = part.code !== null || start.from !== "" || start.to !== "";
  const id = { from: "part-from", to: endId };
  return (
    <details open={isChosen} className="text-sm">
      <summary className="cursor-pointer font-medium">{t("add.part")}</summary>
      <ListForm
        action={paths.library(libraryId)}
        kept={[["add", source.id], ...(folder === null ? [] : [["folder", folder] as const])]}
        keepsPlace
        look="mt-2 flex flex-wrap items-end gap-2"
      >
        {(["from", "to"] as const).map((name) => (
          <label key={name} className="grid gap-1 text-xs font-medium" htmlFor={id[name]}>
            {t(`add.${name}`)}
            <input
              id={id[name]}
              name={name}
              type="number"
              min={0}
              required
              defaultValue={start[name]}
              {...(part.code !== null &&
                name === "to" && { "aria-invalid": true, "aria-describedby": ERROR_ID })}
              className={controlLook({ size: "small", className: "w-28 font-mono" })}
            />
          </label>
        ))}
        <Button type="submit">{t("add.preview")}</Button>
      </ListForm>
      <PartError code={part.code} durationMs={source.durationMs} />
      <p className="mt-1 text-xs text-ink-muted">
        {t("add.length", {
          seconds: Math.floor(source.durationMs / SECOND_MS),
          time: duration(source.durationMs),
        })}{" "}
        {t("add.partNote")}
      </p>
      {isChosen ? (
        <p className="mt-1">
          <TextLink to={paths.library(libraryId, { folder, add: source.id })} preventScrollReset>
            {t("add.whole")}
          </TextLink>
        </p>
      ) : null}
    </details>
  );
}

type ErrorProps = { code: LibraryPageView["part"]["code"]; durationMs: number };

function PartError({ code, durationMs }: ErrorProps) {
  const { t } = useTranslation("forms");
  const { duration } = useFormat();
  const facts = new URLSearchParams({ t: duration(durationMs) });
  return (
    <div role="status">
      {code === null ? null : (
        <p id={ERROR_ID} className="mt-1 flex items-start gap-1.5 text-xs text-danger">
          <Icon of={CircleAlert} />
          <span>
            {formText(t, code === "range_outside" ? `${code}?${facts.toString()}` : code)}
          </span>
        </p>
      )}
    </div>
  );
}
