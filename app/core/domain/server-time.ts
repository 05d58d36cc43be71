/** A moment on the clock of one host, in ms since 1970; `clock` names the host, empty where the system does not name it. */
export type ServerTime = { clock: string; atMs: number };

/**
 * Whether what was read from `read` on includes what had changed by `changed`. False where it is not known: clocks of
 * two hosts cannot be compared.
 */
export const isIncluded = (changed: ServerTime, read: ServerTime): boolean =>
  changed.clock !== "" && changed.clock === read.clock && changed.atMs < read.atMs;
