import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import { readConfig } from '#server/config.ts'
import { openClosers } from '#server/closers.ts'
import { prepareDatabase } from '#server/db/connect.ts'
import { startEmbedded } from '#server/db/embedded/start.ts'
import { openDeps } from '#server/deps.ts'
import { signHistories } from '#server/features/custody/tasks.ts'
import { inWorkspace } from '#server/db/connect.ts'
import { prepareQueue } from '#server/queue/queue.ts'
import { throwAwayFolder } from '../throw-away.ts'

// How long it takes to sign the histories of a workspace with many deliveries.
const chains = 100_000
const changed = 5000

const dataDir = throwAwayFolder('bench-custody')
const closers = openClosers()
try {
  const database = await startEmbedded({ dataDir, log: () => {} })
  closers.add(() => database.stop())
  await prepareDatabase(database.url, prepareQueue)
  const config = readConfig({ DATA_DIR: dataDir })
  const deps = await openDeps({ config, databaseUrl: database.url, closers, report: console.error })
  const workspaceId = crypto.randomUUID()
  await inWorkspace(deps.db, workspaceId, async (trx) => {
    const values = { id: workspaceId, name: 'Bench', trial_ends_at: new Date(), time_zone: 'UTC' }
    await trx.insertInto('workspaces').values(values).execute()
    await sql`
      insert into chain_heads (workspace_id, subject, subject_id, length, hash, is_whole)
      select ${workspaceId}, 'delivery', new_id(), 4, encode(sha256(n::text::bytea), 'hex'), true
      from generate_series(1, ${sql.lit(chains)}) as n`.execute(trx)
  })
  await measure(`first day, ${chains} chains`, '2027-01-01')
  await inWorkspace(deps.db, workspaceId, (trx) =>
    sql`
      update chain_heads set length = length + 1, hash = encode(sha256(hash::bytea), 'hex')
      where subject_id in (select subject_id from chain_heads limit ${sql.lit(changed)})`.execute(trx),
  )
  await measure(`next day, ${changed} of ${chains} chains grew`, '2027-01-02')
  await measure('a day without changes', '2027-01-03')

  async function measure(what: string, day: string): Promise<void> {
    const startedAt = performance.now()
    await signHistories({ ...deps, now: () => new Date(`${day}T00:05:00Z`) })
    console.log(`${what}: ${((performance.now() - startedAt) / 1000).toFixed(2)} s`)
  }
} finally {
  await closers.close(console.error)
  rmSync(dataDir, { recursive: true, force: true })
}
