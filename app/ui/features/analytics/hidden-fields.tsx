/** What an address asks for, by its keys. */
export type Search = Record<string, string | string[] | null>;

/** What a form hands on without showing it. */
export const HiddenFields = ({ search }: { search: Search }) => (
  <>
    {Object.entries(search).flatMap(([name, value]) =>
      [value ?? []]
        .flat()
        .map((one) => <input key={`${name} ${one}`} type="hidden" name={name} value={one} />),
    )}
  </>
);
