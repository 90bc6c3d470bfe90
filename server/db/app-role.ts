import { sql, type Kysely } from 'kysely'
import type pg from 'pg'
import type { DatabaseError } from 'pg'
import { StartError } from '../start-error.ts'
import { patienceOfRole } from './patience.ts'
import { insufficientPrivilege } from './sqlstates.ts'

/** The role the server works as. It owns nothing, so row-level security applies to it. */
export const appRole = 'karta_app'

/**
 * Creates the server's role if the database server has none, and lets the owner of the tables act as it. Roles belong to
 * the whole database server, so another Karta on it may have created this one already.
 * @throws StartError with the statements for a superuser to run, if the owner may not do it
 */
export async function ensureAppRole(owner: Kysely<unknown>): Promise<void> {
  const exists = await roleExists(owner)
  if (exists && (await mayActAsRole(owner))) return
  const user = sql.id(await currentUser(owner))
  try {
    // Another database on the same server may be set up at this moment.
    await sql`do $$ begin
      if not exists (select from pg_roles where rolname = '${sql.raw(appRole)}') then
        create role ${sql.raw(appRole)} nologin;
      end if;
    exception when duplicate_object or unique_violation then null;
    end $$`.execute(owner)
    await sql`grant ${sql.id(appRole)} to ${user}`.execute(owner)
  } catch (error) {
    if ((error as DatabaseError).code !== insufficientPrivilege) throw error
    const { sql: grant } = sql`grant ${sql.raw(appRole)} to ${user};`.compile(owner)
    const statements = exists ? grant : `create role ${appRole} nologin; ${grant}`
    throw new StartError(
      `The user of DATABASE_URL may not give itself the role ${appRole}: let a superuser run ${statements}`,
      { cause: error },
    )
  }
}

async function roleExists(owner: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql`select from pg_roles where rolname = ${appRole}`.execute(owner)
  return rows.length > 0
}

async function mayActAsRole(owner: Kysely<unknown>): Promise<boolean> {
  // Since PostgreSQL 16, whoever creates a role may grant it, but not yet act as it.
  const { rows } = await sql<{ may: boolean }>`select pg_has_role(${appRole},
    case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end) as may`.execute(owner)
  return rows[0]!.may
}

async function currentUser(owner: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_user as name`.execute(owner)
  return rows[0]!.name
}

/**
 * Makes sure that connections of `pool` really use the role that row-level security applies to.
 * @throws StartError if something between us and PostgreSQL dropped the role
 */
export async function confirmAppRole(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ role: string }>('select current_user as role')
  if (rows[0]?.role === appRole) return
  throw new StartError(
    `The connection works as ${rows[0]?.role} instead of ${appRole}: a pooler in between drops start-up options. Set DATABASE_DIRECT_URL too (see docs/database.md).`,
  )
}

type Login = { role: string; login: string; is_mighty: boolean; limits: string[] }

/**
 * Makes sure that whoever logs in through a pooler begins as the server's role, with its patience, and could not become
 * the owner of the tables: the connections are shared, and nothing that is said on one of them can be relied upon.
 * @throws StartError with the statements for a superuser to run
 */
export async function confirmPooledLogin(pool: pg.Pool, setting = 'DATABASE_URL'): Promise<void> {
  const { rows } = await pool.query<Login>(`
    select current_user as role, session_user as login, u.rolsuper or u.rolbypassrls or u.rolcreaterole
        or pg_has_role(session_user, t.relowner, 'MEMBER') as is_mighty,
      array[current_setting('statement_timeout'), current_setting('lock_timeout'),
        current_setting('idle_in_transaction_session_timeout')] as limits
    from pg_roles u, pg_class t join pg_namespace n on n.oid = t.relnamespace
    where u.rolname = session_user and n.nspname = 'public' and t.relname = 'workspaces'`)
  // PostgreSQL itself has been prepared by now.
  if (!rows[0]) throw new StartError(`${setting} leads to another database, which is not Karta's.`)
  const { role, login, is_mighty: isMighty, limits } = rows[0]
  const name = `"${login.replaceAll('"', '""')}"`
  if (isMighty) {
    throw new StartError(
      `The user of ${setting} (${login}) has the rights of the owner of the tables, which a pooler would share: let a superuser run create role karta_server login noinherit password '…' in role ${appRole}; ${bindingOf('karta_server')} Then use that user there.`,
    )
  }
  if (role === appRole && !limits.includes('0')) return
  throw new StartError(
    `The user of ${setting} (${login}) does not begin as ${appRole} with time limits: let a superuser run grant ${appRole} to ${name}; ${bindingOf(name)} Then let the pooler connect again.`,
  )
}

/** What a login role needs so that each of its connections begins as the server's role. */
const bindingOf = (login: string) => `alter role ${login} set role = '${appRole}'; ${patienceOfRole(login)}`
