import { deleteDB } from 'idb'
import type { Database } from './database.ts'

/** What goes on for the same driver later. All else may name recipients, and goes. */
const staying = ['device', 'clock', 'received']

/**
 * Takes a driver's work from this phone. What was not sent stays: only who signs in as the same driver can open and send it.
 */
export async function leavePhone(db: Database, { waits }: { waits: boolean }): Promise<void> {
  if (!waits) {
    db.close()
    return deleteDB(db.name)
  }
  const keys = await db.getAllKeys('kept')
  await Promise.all(keys.filter((key) => !staying.includes(key)).map((key) => db.delete('kept', key)))
}
