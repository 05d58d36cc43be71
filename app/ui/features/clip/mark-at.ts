import type { ClipMarks } from "#app/ui/features/player/wanted-clip.ts";

/** Marks with one end at a time; the other is forgotten where it would no longer be on its side. */
export function markAt(marks: ClipMarks | null, end: keyof ClipMarks, atMs: number): ClipMarks {
  const at = Math.round(atMs);
  const t0Ms = end === "t0Ms" ? at : (marks?.t0Ms ?? null);
  const t1Ms = end === "t1Ms" ? at : (marks?.t1Ms ?? null);
  if (t0Ms === null || t1Ms === null || t0Ms < t1Ms) return { t0Ms, t1Ms };
  return end === "t0Ms" ? { t0Ms, t1Ms: null } : { t0Ms: null, t1Ms };
}
