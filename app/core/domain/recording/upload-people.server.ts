import { isSameName } from "../account/named-member.server.ts";
import type { Linkable } from "../call/link-member.server.ts";
import type { BeginUpload } from "./upload.schema.ts";

type Person = Linkable & { email?: string | null };
/** People of a new call; `voices` and `speakers` are places in them. */
type UploadPeople = {
  people: Person[];
  /** Whose voice each file is; null where several speak, or it is not known who. */
  voices: (number | null)[];
  /** Who each speaker of the transcript is. */
  speakers: number[];
};

/**
 * Who is on a new call: those whose voices its files are, then the others who speak in its transcript. A speaker who is
 * called as the person of a file is that person.
 */
export function peopleOfUpload(
  files: BeginUpload["files"],
  spoken: readonly Linkable[],
): UploadPeople {
  const people: Person[] = [];
  const voices = files.map(({ speaker, side = "C", email, memberId }, at) =>
    speaker === undefined
      ? null
      : people.push({ name: speaker, side, email, memberId, field: `files[${at}].memberId` }) - 1,
  );
  const named = people.length;
  const taken = new Set<number>();
  const speakers = spoken.map((person) => {
    const at = people.findIndex(
      ({ name }, place) => place < named && !taken.has(place) && isSameName(name, person.name),
    );
    if (at < 0) return people.push(person) - 1;
    taken.add(at);
    return at;
  });
  return { people, voices, speakers };
}
