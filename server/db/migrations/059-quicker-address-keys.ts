import { sql, type Kysely } from 'kysely'

/**
 * The same keys as before. Looking around each match takes twice as long as matching, and few addresses have a hyphen or a
 * slash that could stand between digits. An import makes a key for each row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      String.raw`
create or replace function address_key(address text) returns text language plpgsql immutable parallel safe as $$
  declare
    key text := translate(lower(normalize(address, NFKC)), '‐‑‒–—−', '------');
  begin
    if strpos(key, '-') > 0 or strpos(key, '/') > 0 then
      key := regexp_replace(key, '(\d)\s*([-/])\s*(?=\d)', '\1\2', 'g');
      key := regexp_replace(key, '(?!(?<=\d)[-/](?=\d))[[:space:][:punct:]]+', ' ', 'g');
    else
      key := regexp_replace(key, '[[:space:][:punct:]]+', ' ', 'g');
    end if;
    if strpos(key, 'jl') > 0 then
      key := regexp_replace(key, '\m(jl|jln)\M', 'jalan', 'g');
    end if;
    if strpos(key, 'no') > 0 or strpos(key, 'nr') > 0 then
      key := regexp_replace(key, '\m(no|nr|nomor)\M\s*(?=\d)', '', 'g');
    end if;
    return trim(key);
  end
$$`,
    )
    .execute(db)
}
