import type { Trx } from './connect.ts'

/**
 * Reads the workspace and makes others that lock it wait until this transaction ends: numbers and codes are handed out
 * one after the other. Take it before locking rows of the workspace, so that two calls never wait for each other.
 */
export function lockWorkspace(trx: Trx, workspaceId: string) {
  return (
    trx
      .selectFrom('workspaces')
      .select(['id', 'time_zone', 'service_minutes', 'last_delivery_number', 'start_time', 'end_time'])
      .where('id', '=', workspaceId)
      // Not FOR UPDATE: every row inserted anywhere holds a share of its workspace's key.
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
  )
}
