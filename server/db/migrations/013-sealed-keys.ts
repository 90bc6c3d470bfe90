import { sql, type Kysely } from 'kysely'

/**
 * Keys are sealed from now on. The next start seals those that are there, because a migration does not know the key for it,
 * and neither does a restore.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table auth.sealing_keys
  drop constraint sealing_keys_id_check,
  add check (id > 0),
  alter key drop not null,
  add sealed_key bytea,
  add root_key_id text,
  add check (num_nonnulls(key, sealed_key) = 1),
  add check ((sealed_key is null) = (root_key_id is null));

alter table auth.signing_keys
  alter private_jwk drop not null,
  add sealed_jwk bytea,
  add check (num_nonnulls(private_jwk, sealed_jwk) = 1);

alter table auth.api_keys
  alter key drop not null,
  add sealed_key bytea,
  add check (num_nonnulls(key, sealed_key) = 1);
`
