import { sql } from 'kysely'
import { inWorkspace, type Db, type Trx } from '../db/connect.ts'

/** May do what the server may, but is not the server: nobody asks it for events. */
export const rigRole = 'karta_rig'

/** Writes rows of a workspace as they could not come about, or not so quickly, and without the events of it. */
export function rig<T>(db: Db, workspaceId: string, work: (trx: Trx) => Promise<T>): Promise<T> {
  return inWorkspace(db, workspaceId, async (trx) => {
    await sql`set local role ${sql.raw(rigRole)}`.execute(trx)
    return work(trx)
  })
}
