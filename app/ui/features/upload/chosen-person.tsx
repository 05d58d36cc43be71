import { useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { ColleagueChoice } from "#app/ui/features/colleague/colleague-choice.tsx";
import { useColleague } from "#app/ui/features/colleague/use-colleague.ts";

type T = ReturnType<typeof useTranslation<"upload">>["t"];

/** Whose voice a file is: ours or the customer's. */
export const sideOptions = (t: T) => [
  { value: "R", label: t("side.R") },
  { value: "C", label: t("side.C") },
];

export type People = {
  /** What is chosen for who may see the call; empty: as usual for new calls. */
  visibility: string;
  /** A name is being looked up (1), or no longer (−1). */
  onWaiting: (change: 1 | -1) => void;
  /** Whose voices files are, by place; the words beside them may be theirs. */
  voices: ReadonlyMap<number, string>;
  onVoice: (at: number, name: string | null) => void;
};

/** Whether a new call is private, by what was chosen and what is usual. */
export const isPrivateBy = (visibility: string, isUsual: boolean): boolean =>
  visibility === "" ? isUsual : visibility === "private";

/** Who speaks in a file: name, e-mail and side; and for ours whether they are the member of that name. */
export function ChosenPerson({
  at,
  file,
  name: start,
  people: { visibility, onWaiting, onVoice },
}: {
  at: number;
  file: string;
  name: string;
  people: People;
}) {
  const { t } = useTranslation("upload");
  const [name, setName] = useState(start);
  const [side, setSide] = useState(at === 0 ? "R" : "C");
  const { member, isPrivate, isWaiting } = useColleague(name, side === "R");
  useEffect(() => {
    if (!isWaiting) return;
    onWaiting(1);
    return () => onWaiting(-1);
  }, [isWaiting, onWaiting]);
  useEffect(() => {
    onVoice(at, name);
    return () => onVoice(at, null);
  }, [at, name, onVoice]);
  return (
    <>
      <input
        name={`speaker.${at}`}
        aria-label={t("speakerOf", { name: file })}
        placeholder={t("speaker")}
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        className={controlLook({ size: "small", className: "w-36" })}
      />
      <input
        name={`email.${at}`}
        type="email"
        aria-label={t("emailOf", { name: file })}
        placeholder={t("emailOptional")}
        maxLength={320}
        autoComplete="off"
        className={controlLook({ size: "small", className: "w-44" })}
      />
      <Select
        name={`side.${at}`}
        size="small"
        width="hug"
        aria-label={t("sideOf", { name: file })}
        value={side}
        onChange={(event) => setSide(event.currentTarget.value)}
        options={sideOptions(t)}
      />
      {member === null ? null : (
        <ColleagueChoice
          name={`member.${at}`}
          member={member}
          isPrivate={isPrivateBy(visibility, isPrivate)}
        />
      )}
    </>
  );
}
