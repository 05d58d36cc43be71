/**
 * One instance of a thing per process. `server.ts` and the built pages load their own copy of every
 * module, so whatever holds a connection or state lives on `globalThis` under a name.
 */
export function remember<T>(name: string, make: () => T): T {
  const key = Symbol.for(`parley.${name}`);
  const store: Record<symbol, unknown> = globalThis;
  if (!(key in store)) store[key] = make();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `make` of this name ever writes the slot
  return store[key] as T;
}
