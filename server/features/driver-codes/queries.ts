import { sql } from 'kysely'
import type { DriverAccount, DriverCode } from '#domain/schema/invitation.ts'
import type { Trx } from '../../db/connect.ts'
import { codeOf, hashOf, type CodeRow } from './rules.ts'

export const codeColumns = [
  'id',
  'driver_id',
  'made_by_name',
  'created_at',
  'expires_at',
  'used_at',
  'device',
  'withdrawn_at',
  'version',
] as const

const codesOf = (trx: Trx, workspaceId: string) =>
  trx.selectFrom('driver_codes').select(codeColumns).where('workspace_id', '=', workspaceId)

/** Which code a token is, whatever the workspace. */
export async function findCode(trx: Trx, token: string): Promise<{ workspace_id: string; id: string } | undefined> {
  const { rows } = await sql<{ workspace_id: string; id: string }>`
    select * from find_driver_code(${hashOf(token)})`.execute(trx)
  return rows[0]
}

export async function readCode(trx: Trx, workspaceId: string, id: string, now: Date): Promise<DriverCode> {
  return codeOf(await codesOf(trx, workspaceId).where('id', '=', id).executeTakeFirstOrThrow(), now)
}

/** The newest code of a driver. */
export const newestCode = (trx: Trx, workspaceId: string, driverId: string): Promise<CodeRow | undefined> =>
  codesOf(trx, workspaceId)
    .where('driver_id', '=', driverId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** When the codes were made that a driver got since a moment, oldest first. */
export async function codesSince(trx: Trx, workspaceId: string, driverId: string, since: Date): Promise<string[]> {
  const rows = await codesOf(trx, workspaceId)
    .where('driver_id', '=', driverId)
    .where('created_at', '>', since.toISOString())
    .orderBy('created_at')
    .execute()
  return rows.map(({ created_at }) => created_at)
}

/** Whether only codes open the account of a member of this workspace. */
export async function isOpenedByCode(trx: Trx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select opened_by_code(${userId}) as is`.execute(trx)
  return rows[0]!.is
}

/** The member that a driver is, and the driver's newest code. */
export async function readAccount(
  trx: Trx,
  workspaceId: string,
  driverId: string,
  now: Date,
): Promise<Pick<DriverAccount, 'member' | 'code'>> {
  const member = await trx
    .selectFrom('drivers as d')
    .innerJoin('members as m', (join) =>
      join.onRef('m.workspace_id', '=', 'd.workspace_id').onRef('m.user_id', '=', 'd.user_id'),
    )
    .select(['m.user_id', 'm.name', 'm.role', 'm.created_at as since'])
    .where('d.workspace_id', '=', workspaceId)
    .where('d.id', '=', driverId)
    .executeTakeFirst()
  const code = await newestCode(trx, workspaceId, driverId)
  return {
    member: member ? { ...member, signs_in_by_code: await isOpenedByCode(trx, member.user_id) } : null,
    code: code ? codeOf(code, now) : null,
  }
}
