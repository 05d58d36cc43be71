/** The keys of a list whose rows can be selected, as the sheet of keys says them; they act while the focus is in the list. */
export const SELECTION_KEYS = [
  { name: "select", caps: ["X"] },
  { name: "selectRange", caps: ["Shift", "X"] },
  { name: "selectStep", caps: ["↑ ↓"] },
  { name: "selectNext", caps: ["Shift", "↑ ↓"] },
  { name: "selectPage", caps: ["Ctrl", "A"] },
  { name: "selectAct", caps: ["B"] },
  { name: "selectNone", caps: ["Esc"] },
] as const;
