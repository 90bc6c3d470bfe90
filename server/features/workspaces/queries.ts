import { sql } from 'kysely'
import type { Membership } from '#domain/schema/workspace.ts'
import type { Trx } from '../../db/connect.ts'
import type { Person } from '../../http/callers/person.ts'

type Row = Omit<Membership, 'is_open'> & { requires_two_factors: boolean }

/** The workspaces that somebody belongs to, the last one used first. */
export async function readMemberships(
  trx: Trx,
  { userId, aal, hasSecondFactor }: Pick<Person, 'userId' | 'aal' | 'hasSecondFactor'>,
): Promise<Membership[]> {
  const { rows } = await sql<Row>`select * from memberships_of(${userId})`.execute(trx)
  return rows.map(({ requires_two_factors, ...membership }) => ({
    ...membership,
    is_open: aal === 'aal2' || !(requires_two_factors || hasSecondFactor),
  }))
}

/** Whether somebody belongs to a workspace, whatever the transaction sees of it. */
export async function belongsTo(trx: Trx, userId: string, workspaceId: string): Promise<boolean> {
  const { rows } = await sql<{ belongs: boolean }>`
    select ${workspaceId} in (select workspace_id from workspaces_of(${userId})) as belongs`.execute(trx)
  return rows[0]!.belongs
}
