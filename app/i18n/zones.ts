/** Time zones the machine knows, by their names. The server lists them: a browser may know others. */
export const listZones = (): string[] => [
  ...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")]),
];
