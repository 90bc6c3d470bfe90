import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { inWorkspace } from '#server/db/connect.ts'
import { signHistories } from '#server/features/custody/tasks.ts'
import { runApp } from '../measure/running-app.ts'

// How long it takes to sign the histories of a workspace with many deliveries.
const chains = 100_000
const grown = 5000

const app = await runApp()
try {
  const { deps } = app
  const id = randomUUID()
  await inWorkspace(deps.db, id, async (trx) => {
    // As the tables' owner, whom nobody asks for events.
    await sql`set local role none`.execute(trx)
    await trx
      .insertInto('workspaces')
      .values({ id, name: 'Bench', trial_ends_at: deps.now(), time_zone: 'UTC' })
      .execute()
    await sql`
      insert into chain_heads (workspace_id, subject, subject_id, length, hash, is_whole)
      select ${id}, 'delivery', new_id(), 4, encode(sha256(n::text::bytea), 'hex'), true
      from generate_series(1, ${sql.lit(chains)}) as n`.execute(trx)
  })
  await measure(`first day, ${chains} chains`, '2027-01-01')
  await inWorkspace(deps.db, id, (trx) =>
    sql`
      update chain_heads set length = length + 1, hash = encode(sha256(hash::bytea), 'hex')
      where subject_id in (select subject_id from chain_heads limit ${sql.lit(grown)})`.execute(trx),
  )
  await measure(`next day, ${grown} of ${chains} chains grew`, '2027-01-02')
  await measure('a day without changes', '2027-01-03')

  async function measure(what: string, day: string): Promise<void> {
    const startedAt = performance.now()
    await signHistories({ ...deps, now: () => new Date(`${day}T00:05:00Z`) })
    console.log(`${what}: ${((performance.now() - startedAt) / 1000).toFixed(2)} s`)
  }
} finally {
  await app.stop()
}
