import { useTranslation } from "#app/i18n/translation.tsx";
import { useFormat } from "#app/i18n/place.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Select } from "#app/ui/components/primitive/select.tsx";

type T = ReturnType<typeof useTranslation<"upload">>["t"];

/** Whose voice a file is: ours or the customer's. */
export const sideOptions = (t: T) => [
  { value: "R", label: t("side.R") },
  { value: "C", label: t("side.C") },
];

/** One line per file with a name and a side, which several files must have and one may. */
export function ChosenFiles({
  files,
  isTranscript,
}: {
  files: readonly File[];
  isTranscript: boolean;
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
              <>
                <input
                  name={`speaker.${at}`}
                  aria-label={t("speakerOf", { name: file.name })}
                  placeholder={t("speaker")}
                  maxLength={60}
                  defaultValue={isPerSpeaker ? nameFromFile(file.name) : ""}
                  className={controlLook({ size: "small", className: "w-36" })}
                />
                <input
                  name={`email.${at}`}
                  type="email"
                  aria-label={t("emailOf", { name: file.name })}
                  placeholder={t("emailOptional")}
                  maxLength={320}
                  autoComplete="off"
                  className={controlLook({ size: "small", className: "w-44" })}
                />
                <Select
                  name={`side.${at}`}
                  size="small"
                  width="hug"
                  aria-label={t("sideOf", { name: file.name })}
                  defaultValue={at === 0 ? "R" : "C"}
                  options={sideOptions(t)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** "mari-kato.wav" is a start for "mari kato". */
const nameFromFile = (name: string): string =>
  name
    .replace(/\.[A-Za-z0-9]{1,5}$/, "")
    .replace(/[_-]+/g, " ")
    .slice(0, 60);
