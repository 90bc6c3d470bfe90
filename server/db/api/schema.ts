import { sql, type Kysely } from 'kysely'
import { appRole } from '../app-role.ts'
import { apiFunctions } from './functions.ts'
import { apiViews, viewStatement } from './views.ts'

/** Makes the schema `api` anew, as its owner. A change to a view or function needs no migration. */
export const apiStatements: string[] = [
  'drop schema if exists api cascade',
  'create schema api',
  ...apiViews.flatMap((view) => [
    viewStatement(view),
    `comment on view api.${view.name} is '${view.description}'`,
    `grant select on api.${view.name} to ${appRole}`,
  ]),
  ...apiFunctions.flatMap(({ name, statement, description }) => [
    statement,
    `comment on function api.${name} is '${description}'`,
    `revoke all on function api.${name} from public`,
    `grant execute on function api.${name} to ${appRole}`,
  ]),
  `grant usage on schema api to ${appRole}`,
]

/** Removes the views before a migration, which may change columns that they show. `authorize` makes them again. */
export async function withdrawApi(trx: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`select from pg_namespace where nspname = 'api'`.execute(trx)
  if (!rows.length) return
  await sql`drop schema api cascade`.execute(trx)
  await sql`delete from migrations.authorization`.execute(trx)
}
