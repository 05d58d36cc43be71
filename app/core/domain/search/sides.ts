const SIDES: Record<string, "R" | "C"> = {
  us: "R",
  we: "R",
  our: "R",
  ours: "R",
  customer: "C",
  customers: "C",
  them: "C",
  theirs: "C",
};

/** The side that a word behind `side:` or `speaker:` means. */
export const sideNamed = (name: string): "R" | "C" | undefined => SIDES[name.toLowerCase()];
