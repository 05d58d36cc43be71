import { nameOfFile } from "#app/core/domain/recording/file-name.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { ChosenPerson, type People } from "./chosen-person.tsx";
import { keyOf } from "./file-key.ts";
import { ReadTranscript } from "./read-transcript.tsx";
import type { Fit } from "./use-fits.ts";

type Props = {
  files: readonly File[];
  /** Those that are sent, in this order. */
  sent: readonly File[];
  fits: ReadonlyMap<File, Fit>;
  isTranscript: boolean;
  /** Whose words become those of the recording; null where they are recognised. */
  words: File | null;
  people: People;
  onChoose: (files: readonly File[]) => void;
};

/**
 * One line per file. Those that are sent as sound have a name and a side, which several must have and one may; of the
 * others it is said, before anything is sent, why they are not.
 */
export function ChosenFiles({ files, sent, fits, isTranscript, words, people, onChoose }: Props) {
  const { t } = useTranslation("upload");
  const { bytes } = useFormat();
  const isPerSpeaker = sent.length > 1;
  // Who speaks in one file is said by the words that come with it.
  const isNamed = words !== null && !isPerSpeaker;
  const note = isTranscript
    ? "isTranscript"
    : isNamed
      ? "words.note"
      : isPerSpeaker
        ? "perSpeaker"
        : "oneSpeaker";
  return (
    <div className="grid gap-2">
      <p className="text-xs text-ink-muted">{t(note)}</p>
      <ul className="divide-y divide-line rounded-control border border-line">
        {files.map((file) => {
          const at = sent.indexOf(file);
          return (
            <li
              key={`${isPerSpeaker ? "voice" : "file"} ${keyOf(file)}`}
              className="flex flex-wrap items-center gap-2 px-2.5 py-2"
            >
              <span className="min-w-0 flex-1 basis-40 text-sm wrap-anywhere">
                {file.name} <span className="text-xs text-ink-muted">{bytes(file.size)}</span>
              </span>
              {isTranscript || isNamed || at < 0 || typeof fits.get(file) === "object" ? null : (
                <ChosenPerson
                  at={at}
                  file={file.name}
                  name={isPerSpeaker ? nameFromFile(file.name) : ""}
                  people={people}
                />
              )}
              <NotSent
                fit={fits.get(file)}
                isSent={at >= 0}
                isWords={file === words}
                name={file.name}
                onAlone={() => onChoose([file])}
                onRemove={() => onChoose(files.filter((other) => other !== file))}
              />
            </li>
          );
        })}
      </ul>
      {isTranscript && sent[0] ? (
        <ReadTranscript key={keyOf(sent[0])} file={sent[0]} people={people} />
      ) : null}
    </div>
  );
}

function NotSent({
  fit,
  isSent,
  isWords,
  name,
  onAlone,
  onRemove,
}: {
  fit: Fit | undefined;
  isSent: boolean;
  isWords: boolean;
  name: string;
  onAlone: () => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation("upload");
  if (fit === undefined || fit === "sound" || (fit === "words" && isSent)) return null;
  const remove = (
    <Button size="small" onClick={onRemove} aria-label={t("fit.removeFile", { name })}>
      {t("fit.remove")}
    </Button>
  );
  if (typeof fit === "object")
    return (
      <p className="flex basis-full flex-wrap items-center gap-2 text-sm text-danger">
        {t(`fit.${fit.fault}`)} {remove}
      </p>
    );
  return (
    <p className="flex basis-full flex-wrap items-center gap-2 text-sm">
      {t(isWords ? "fit.isWords" : `fit.${fit}`)}{" "}
      {fit === "words" ? (
        <Button size="small" onClick={onAlone}>
          {t("fit.asTranscript")}
        </Button>
      ) : (
        remove
      )}
    </p>
  );
}

/** "mari_kato.wav" is a start for "mari kato". */
const nameFromFile = (name: string): string => nameOfFile(name).slice(0, 60);
