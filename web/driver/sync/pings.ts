import type { PingsReply } from '#domain/schema/position.ts'
import type { Database } from '../store/database.ts'
import { paths, type Api } from './api.ts'

/** As many as the server takes at once. */
const batchSize = 500

/** Sends the positions that wait, the oldest first. The server keeps each once. */
export async function sendPings({ db, api }: { db: Database; api: Api }): Promise<void> {
  for (;;) {
    const batch = await db.getAll('pings', undefined, batchSize)
    if (batch.length === 0) return
    await api.call<PingsReply>(paths.recordPings, { body: { pings: batch.map(({ ping }) => ping) } })
    await db.delete('pings', IDBKeyRange.bound(batch[0]!.order, batch.at(-1)!.order))
  }
}
