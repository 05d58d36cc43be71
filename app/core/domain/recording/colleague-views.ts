/** A member whom a name names; `isSelf`: who asks. */
export type Colleague = { id: string; name: string; isSelf: boolean };

/** Which names are members', for a form of people. `isPrivate`: a new call of who asks is private unless they say otherwise. */
export type ColleaguesView = {
  isPrivate: boolean;
  people: { name: string; member: Colleague | null }[];
};
