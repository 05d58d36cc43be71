import { CAPTIONS_NAME } from "#app/core/domain/transcript/import/file-kind.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import type { People } from "./chosen-person.tsx";
import { Field } from "./field.tsx";
import { keyOf } from "./file-key.ts";
import { ReadTranscript } from "./read-transcript.tsx";

const RECOGNISED = "";

/**
 * Where the words of a recording are from: one of the files beside it, or recognition.
 * @param choice as the form has it; null before anything was chosen: captions that came with it are meant
 * @returns null where they are recognised
 */
export function wordsFileOf(files: readonly File[], choice: string | null): File | null {
  if (choice === RECOGNISED) return null;
  const chosen = files.find((file) => String(keyOf(file)) === choice);
  return chosen ?? files.find(({ name }) => CAPTIONS_NAME.test(name)) ?? null;
}

/** Asks where the words of a recording are from, and shows what was read of the file that is chosen. */
export function WordsChoice({
  files,
  chosen,
  people,
  onChoose,
}: {
  /** Those that hold words. */
  files: readonly File[];
  chosen: File | null;
  people: People;
  onChoose: (choice: string) => void;
}) {
  const { t } = useTranslation("upload");
  return (
    <>
      <Field label={t("words.label")}>
        {(id) => (
          <Select
            id={id}
            value={chosen === null ? RECOGNISED : String(keyOf(chosen))}
            onChange={(event) => onChoose(event.currentTarget.value)}
            options={[
              { value: RECOGNISED, label: t("words.recognised") },
              ...files.map((file) => ({
                value: String(keyOf(file)),
                label: t("words.from", { name: file.name }),
              })),
            ]}
          />
        )}
      </Field>
      {chosen === null ? null : (
        <ReadTranscript key={keyOf(chosen)} file={chosen} people={people} />
      )}
    </>
  );
}
