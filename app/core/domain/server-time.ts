/** A moment (ISO, with milliseconds) on the clock of one host; `clock` names the host, empty where the system does not name it. */
export type ServerTime = { clock: string; at: string };

/**
 * Whether what was read from `read` on includes what had changed by `changed`. False where it is not known: clocks of
 * two hosts cannot be compared.
 */
export const isIncluded = (changed: ServerTime, read: ServerTime): boolean =>
  changed.clock !== "" && changed.clock === read.clock && changed.at < read.at;
