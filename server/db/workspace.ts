import type { Trx } from './connect.ts'

/**
 * Reads and locks the workspace until the transaction ends, so that numbers and codes are handed out one at a time. Lock it
 * before rows of the workspace, so that two calls never wait for each other.
 */
export function lockWorkspace(trx: Trx, workspaceId: string) {
  return (
    trx
      .selectFrom('workspaces')
      .select(['id', 'name', 'tier', 'trial_ends_at', 'licenses', 'sandbox_of', 'time_zone', 'service_minutes'])
      .select(['last_delivery_number', 'start_time', 'end_time'])
      .where('id', '=', workspaceId)
      // Not FOR UPDATE: every inserted row share-locks the key of its workspace.
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
  )
}

/** Whether a workspace is a sandbox, in which test keys work and from which nothing goes outside. */
export async function isSandbox(trx: Trx, workspaceId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .where('sandbox_of', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

/** In which time zone a workspace works, and with what money. */
export async function readLocale(trx: Trx, workspaceId: string): Promise<{ timeZone: string; currency: string }> {
  return trx
    .selectFrom('workspaces')
    .select(['time_zone as timeZone', 'currency'])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()
}
