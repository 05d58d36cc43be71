/** `00:01:02.345`, as VTT wants it; SRT wants a comma. */
export function formatClock(ms: number, point: "." | "," = "."): string {
  const whole = Math.max(0, Math.round(ms));
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const clock = [whole / 3_600_000, (whole / 60_000) % 60, (whole / 1_000) % 60].map(two).join(":");
  return `${clock}${point}${String(whole % 1_000).padStart(3, "0")}`;
}
