import { sql, type Kysely } from 'kysely'

/** The same words and keys as before, as expressions that the planner puts in place of the calls: an import makes many. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create or replace function name_words(workspace uuid, name text) returns text[] language sql immutable parallel safe
  -- The key has no line breaks: they are spaces by now.
  return string_to_array(
    workspace::text || ' ' || replace(public.name_key(name), ' ', chr(10) || workspace::text || ' '), chr(10));

create or replace function address_key(address text) returns text language sql immutable parallel safe
  return trim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    translate(lower(normalize(address, NFKC)), '‐‑‒–—−', '------'),
    '(\\d)\\s*([-/])\\s*(?=\\d)', '\\1\\2', 'g'),
    '(?!(?<=\\d)[-/](?=\\d))[[:space:][:punct:]]+', ' ', 'g'),
    '\\m(jl|jln)\\M', 'jalan', 'g'), '\\m(no|nr|nomor)\\M\\s*(?=\\d)', '', 'g'));
`)
    .execute(db)
}
