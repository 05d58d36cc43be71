import type { Colleague } from "#app/core/domain/recording/colleague-views.ts";
import { ColleagueChoice } from "#app/ui/features/colleague/colleague-choice.tsx";
import type { Looked } from "#app/ui/features/colleague/use-colleague.ts";

/** What the reader may say of people who are members: `canGive`, as they may give access to the call. */
export type Linking = { isPrivate: boolean; canGive: boolean; me: string };
type Props = {
  linking: Linking;
  looked: Looked;
  /** The person as they are: their name, and the member they are linked to. Undefined of a new one. */
  stored?: { name: string; member: { id: string; name: string } | null } | undefined;
  /** What the form has now. */
  name: string;
};

/** Of a person of ours on a call: whether they are the member of that name. Who may not link them sees no choice. */
export function PersonLink({ linking, looked, stored, name }: Props) {
  const { isPrivate, canGive, me } = linking;
  const isSame = stored !== undefined && stored.name === name.trim();
  const linked = isSame && stored.member !== null ? stored.member : null;
  const member: Colleague | null =
    linked === null ? looked.member : { ...linked, isSelf: linked.id === me };
  // Who is linked can be unlinked without that right.
  if (member === null || (!canGive && !member.isSelf && linked === null)) return null;
  return (
    <ColleagueChoice
      name="member"
      member={member}
      isPrivate={isPrivate}
      stored={isSame ? (stored.member?.id ?? null) : undefined}
    />
  );
}
