import { sql, type QueryExecutorProvider } from 'kysely'

/** How long work may occupy the database: a statement, a wait for a lock, and a transaction between two statements. */
type Limits = { statement: string; lock: string; idle: string }

/**
 * Kinds of work. Whoever waits gets an answer soon; what nobody waits for may take longer, but never forever. `0` is no
 * limit.
 */
export const patience = {
  /** Somebody waits for the answer. */
  call: { statement: '30s', lock: '10s', idle: '60s' },
  /** Somebody waits for figures, a report or a replay. */
  figures: { statement: '60s', lock: '10s', idle: '60s' },
  /** Signing in again with a token that may be in use elsewhere. */
  refresh: { statement: '30s', lock: '3s', idle: '60s' },
  /** What changed, for whoever follows it with filters of their own. */
  glance: { statement: '5s', lock: '3s', idle: '60s' },
  /** Somebody removes an account or a workspace with years of deliveries. */
  removal: { statement: '10min', lock: '10s', idle: '60s' },
  /** A task of the queue, which is tried again. */
  task: { statement: '2min', lock: '30s', idle: '2min' },
  /** What is done at intervals in all workspaces: forgetting, counting, adding up, partitions. */
  house: { statement: '10min', lock: '30s', idle: '2min' },
  /** A start that changes tables. While it waits for a lock, everybody else waits behind it. */
  migration: { statement: '0', lock: '60s', idle: '0' },
} satisfies Record<string, Limits>

export type Patience = keyof typeof patience

const settingsOf = ({ statement, lock, idle }: Limits) => ({
  statement_timeout: statement,
  lock_timeout: lock,
  idle_in_transaction_session_timeout: idle,
})

const each = (kind: Patience) => Object.entries(settingsOf(patience[kind]))

/** For the options of a connection. */
export const patienceOptions = (kind: Patience) =>
  each(kind)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/** For a statement that begins a transaction. */
export const patienceStatements = (kind: Patience) =>
  each(kind)
    .map(([name, value]) => `set local ${name} = '${value}'`)
    .join('; ')

/** What a login role has to begin with, so that statements outside transactions are bound too. */
export const patienceOfRole = (role: string) =>
  each('call')
    .map(([name, value]) => `alter role ${role} set ${name} = '${value}';`)
    .join(' ')

/** For the rest of the transaction, it has the patience of another kind of work. */
export async function bePatient(trx: QueryExecutorProvider, kind: Patience): Promise<void> {
  const { statement, lock, idle } = patience[kind]
  await sql`select set_config('statement_timeout', ${statement}, true), set_config('lock_timeout', ${lock}, true),
    set_config('idle_in_transaction_session_timeout', ${idle}, true)`.execute(trx)
}
