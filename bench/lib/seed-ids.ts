import type pg from "pg";

/**
 * Gives a connection `pg_temp.id_of(text)`: the same UUID for the same words every time. Version and variant are those of
 * a name-based one, for the product takes nothing else in an address.
 */
export async function prepareIds(admin: pg.Client): Promise<void> {
  await admin.query(`CREATE OR REPLACE FUNCTION pg_temp.id_of(words text) RETURNS uuid LANGUAGE sql IMMUTABLE AS
    $$ SELECT overlay(overlay(md5(words) PLACING '3' FROM 13) PLACING 'a' FROM 17)::uuid $$`);
}
