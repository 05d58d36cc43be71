import { useTranslation } from "#app/i18n/translation.tsx";
import { nameOfFile } from "#app/core/domain/recording/file-name.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { ChosenPerson, type People } from "./chosen-person.tsx";
import { ChosenSpeakers } from "./chosen-speakers.tsx";

/** One line per file with a name and a side, which several files must have and one may. */
export function ChosenFiles({
  files,
  isTranscript,
  people,
}: {
  files: readonly File[];
  isTranscript: boolean;
  people: People;
}) {
  const { t } = useTranslation("upload");
  const { bytes } = useFormat();
  const isPerSpeaker = files.length > 1;
  const note = isTranscript ? "isTranscript" : isPerSpeaker ? "perSpeaker" : "oneSpeaker";
  return (
    <div className="grid gap-2">
      <p className="text-xs text-ink-muted">{t(note)}</p>
      <ul className="divide-y divide-line rounded-control border border-line">
        {files.map((file, at) => (
          <li
            key={`${isPerSpeaker ? "voice" : "file"} ${file.name}${at}`}
            className="flex flex-wrap items-center gap-2 px-2.5 py-2"
          >
            <span className="min-w-0 flex-1 basis-40 text-sm wrap-anywhere">
              {file.name} <span className="text-xs text-ink-muted">{bytes(file.size)}</span>
            </span>
            {isTranscript ? null : (
              <ChosenPerson
                at={at}
                file={file.name}
                name={isPerSpeaker ? nameFromFile(file.name) : ""}
                people={people}
              />
            )}
          </li>
        ))}
      </ul>
      {isTranscript && files[0] ? <ChosenSpeakers file={files[0]} people={people} /> : null}
    </div>
  );
}

/** "mari_kato.wav" is a start for "mari kato". */
const nameFromFile = (name: string): string => nameOfFile(name).slice(0, 60);
