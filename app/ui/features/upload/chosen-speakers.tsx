import { useEffect, useState } from "react";
import type { SpeakersView } from "#app/core/domain/recording/colleague-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { ColleagueChoice } from "#app/ui/features/colleague/colleague-choice.tsx";
import { isPrivateBy, type People, sideOptions } from "./chosen-person.tsx";

type Speaker = SpeakersView["speakers"][number];

/** Who speaks in a transcript, each with a side, and for ours whether they are the member of that name. */
export function ChosenSpeakers({
  file,
  people: { visibility, onWaiting },
}: {
  file: File;
  people: People;
}) {
  const [found, setFound] = useState<SpeakersView | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    onWaiting(1);
    void readSpeakers(file, stop.signal)
      .then((view) => {
        if (!stop.signal.aborted) setFound(view);
      })
      .finally(() => onWaiting(-1));
    return () => {
      stop.abort();
      setFound(null);
    };
  }, [file, onWaiting]);
  if (found === null || found.speakers.length === 0) return null;
  return (
    <ul className="divide-y divide-line rounded-control border border-line">
      {found.speakers.map((speaker, at) => (
        <SpeakerRow
          key={`${speaker.name}${at}`}
          at={at}
          speaker={speaker}
          isPrivate={isPrivateBy(visibility, found.isPrivate)}
        />
      ))}
    </ul>
  );
}

function SpeakerRow({
  at,
  speaker: { name, side: start, member },
  isPrivate,
}: {
  at: number;
  speaker: Speaker;
  isPrivate: boolean;
}) {
  const { t } = useTranslation("upload");
  const [side, setSide] = useState<string>(start);
  return (
    <li className="flex flex-wrap items-center gap-2 px-2.5 py-2">
      <input type="hidden" name={`speaker.${at}`} value={name} />
      <span className="min-w-0 flex-1 basis-40 text-sm wrap-anywhere">{name}</span>
      <Select
        name={`side.${at}`}
        size="small"
        width="hug"
        aria-label={t("sideOf", { name })}
        value={side}
        onChange={(event) => setSide(event.currentTarget.value)}
        options={sideOptions(t)}
      />
      {member === null || side !== "R" ? null : (
        <ColleagueChoice name={`member.${at}`} member={member} isPrivate={isPrivate} />
      )}
    </li>
  );
}

/** Without an answer there is no list; what is wrong with the file is said when it is sent. */
async function readSpeakers(file: File, signal: AbortSignal): Promise<SpeakersView | null> {
  try {
    const answer = await fetch(paths.recordingsSpeakers(), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ text: await file.text() }),
      signal,
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own address's answer
    return answer.ok ? ((await answer.json()) as SpeakersView) : null;
  } catch {
    return null;
  }
}
