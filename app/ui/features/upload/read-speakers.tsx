import { useState } from "react";
import type { ImportPreview } from "#app/core/domain/recording/import-views.ts";
import { foldName as fold } from "#app/core/domain/words/fold.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { ColleagueChoice } from "#app/ui/features/colleague/colleague-choice.tsx";
import { isPrivateBy, sideOptions } from "./chosen-person.tsx";

const foldName = (name: string): string => fold(name).trim();

type Speaker = ImportPreview["speakers"][number];

/** Who speaks in a transcript: each with a name that can be changed, a side, and for ours whether they are the member of that name. */
export function ReadSpeakers({
  preview: { speakers, others, nameless, isPrivate },
  visibility,
  voices,
}: {
  preview: ImportPreview;
  visibility: string;
  /** Whose voices the files beside it are: who is called so is that person, on their side. */
  voices: ReadonlyMap<number, string>;
}) {
  const { t } = useTranslation("upload");
  return (
    <div className="grid gap-1">
      {speakers.length === 0 ? null : (
        <ul
          aria-label={t("read.people")}
          className="divide-y divide-line rounded-control border border-line"
        >
          {speakers.map((speaker, at) => (
            <SpeakerRow
              key={`${speaker.name}${at}`}
              at={at}
              speaker={speaker}
              isPrivate={isPrivateBy(visibility, isPrivate)}
              voices={[...voices.values()].map(foldName)}
            />
          ))}
        </ul>
      )}
      {speakers.length === 0 ? null : (
        <p className="text-xs text-ink-muted">{t("read.namesHint")}</p>
      )}
      {others === 0 ? null : (
        <p className="text-xs text-ink-muted">{t("read.others", { count: others })}</p>
      )}
      {nameless === 0 ? null : (
        <p className="text-xs text-warn">{t("read.nameless", { count: nameless })}</p>
      )}
    </div>
  );
}

function SpeakerRow({
  at,
  speaker: { name, side: start, turns, member },
  isPrivate,
  voices,
}: {
  at: number;
  speaker: Speaker;
  isPrivate: boolean;
  voices: readonly string[];
}) {
  const { t } = useTranslation("upload");
  const [side, setSide] = useState<string>(start);
  const [as, setAs] = useState(name);
  const isVoice = as.trim() !== "" && voices.includes(foldName(as));
  return (
    <li className="flex flex-wrap items-center gap-2 px-2.5 py-2">
      <input type="hidden" name={`spoken.${at}`} value={name} />
      <input
        name={`as.${at}`}
        aria-label={t("read.nameOf", { name })}
        maxLength={60}
        autoComplete="off"
        value={as}
        onChange={(event) => setAs(event.currentTarget.value)}
        className={controlLook({ size: "small", className: "min-w-0 flex-1 basis-40" })}
      />
      <span className="text-xs text-ink-muted">{t("read.turns", { count: turns })}</span>
      {isVoice ? (
        <>
          <input type="hidden" name={`spokenSide.${at}`} value={side} />
          <span className="text-xs text-ink-muted">{t("read.ofFile")}</span>
        </>
      ) : (
        <Select
          name={`spokenSide.${at}`}
          size="small"
          width="hug"
          aria-label={t("sideOf", { name })}
          value={side}
          onChange={(event) => setSide(event.currentTarget.value)}
          options={sideOptions(t)}
        />
      )}
      {/* The member is the one whom the file's name names. */}
      {member === null || isVoice || side !== "R" || as.trim() !== name ? null : (
        <ColleagueChoice name={`spokenMember.${at}`} member={member} isPrivate={isPrivate} />
      )}
    </li>
  );
}
