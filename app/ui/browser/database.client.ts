/**
 * Opens an IndexedDB database of this browser.
 * @param upgrade makes its tables, when it is new or of an older version
 * @throws where storage is closed to pages: private windows, a full disk
 */
export async function openDatabase(
  name: string,
  version: number,
  upgrade: (database: IDBDatabase) => void,
): Promise<IDBDatabase> {
  const request = indexedDB.open(name, version);
  request.onupgradeneeded = () => upgrade(request.result);
  const database = await answerOf(request);
  // Another tab with a newer version must not wait for this one.
  database.onversionchange = () => database.close();
  return database;
}

/** What a request answers. */
export const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("The database did not answer"));
  });

/** Writes to one table; resolves when it is on the disk, not in a cache. */
export const writeTo = (
  database: IDBDatabase,
  table: string,
  write: (table: IDBObjectStore) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const work = database.transaction(table, "readwrite", { durability: "strict" });
    work.oncomplete = () => resolve();
    work.onabort = () => reject(work.error ?? new Error("The database gave up"));
    write(work.objectStore(table));
  });

/** The first value of an index, in its order, that fits. */
export function findFirst<T>(index: IDBIndex, fits: (value: T) => boolean): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const cursor = index.openCursor();
    cursor.onerror = () => reject(cursor.error ?? new Error("The database did not answer"));
    cursor.onsuccess = () => {
      const at = cursor.result;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller's own table: only it writes there
      const value = at?.value as T | undefined;
      if (at === null || value === undefined || fits(value)) resolve(value);
      else at.continue();
    };
  });
}
