import { renderSVG } from 'uqr'
import { AppError } from '#domain/errors.ts'
import type { DriverCode, NewDriverCode } from '#domain/schema/invitation.ts'
import type { Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import { appendEvents, type Author } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { getDriver } from '../drivers/queries.ts'
import { confirmActor } from '../members/commands.ts'
import { codeColumns, codesSince, isOpenedByCode, newestCode } from './queries.ts'
import { codeLink, codeMinutes, codeOf, hashOf, mostCodesPerHour, newCode } from './rules.ts'

/**
 * Makes a code that signs the driver's phone in once. An earlier one that nobody used stops working.
 *
 * Whoever sees the code can use it, also the one who made it. So it only opens an account that other codes made, which is
 * that driver and nothing else. Everybody with an account of their own signs in with that.
 * @throws AppError `driver_not_found`, `driver_inactive`, `driver_has_account`, `rate_limited`, `role_changed`
 */
export async function createCode(
  trx: Trx,
  { config, now }: Pick<Deps, 'config' | 'now'>,
  actor: Actor,
  driverId: string,
): Promise<NewDriverCode> {
  const { workspaceId } = actor
  const at = now()
  await lockWorkspace(trx, workspaceId)
  await confirmActor(trx, actor, 'invite_drivers')
  const driver = await getDriver(trx, workspaceId, driverId)
  if (!driver.active) throw new AppError('driver_inactive')
  if (driver.user_id && !(await isOpenedByCode(trx, driver.user_id))) throw new AppError('driver_has_account')
  await checkPace(trx, workspaceId, driverId, at)
  await withdrawCode(trx, actor, driverId, at)
  const code = newCode()
  const row = await trx
    .insertInto('driver_codes')
    .values({
      workspace_id: workspaceId,
      driver_id: driverId,
      hash: hashOf(code),
      made_by: actor.userId,
      made_by_name: actor.name,
      created_at: at,
      expires_at: new Date(at.getTime() + codeMinutes * 60_000),
    })
    .returning(codeColumns)
    .executeTakeFirstOrThrow()
  const data = codeOf(row, at)
  await appendEvents(trx, actor, [{ type: 'driver_code.created', id: row.id, data }], at)
  const link = codeLink(config.publicUrl, code)
  return { ...data, link, picture: renderSVG(link, { ecc: 'M', border: 2 }) }
}

async function checkPace(trx: Trx, workspaceId: string, driverId: string, now: Date): Promise<void> {
  const hourMs = 3_600_000
  const made = await codesSince(trx, workspaceId, driverId, new Date(now.getTime() - hourMs))
  if (made.length < mostCodesPerHour) return
  const freeAt = new Date(made.at(-mostCodesPerHour)!).getTime() + hourMs
  throw new AppError('rate_limited', { retry_after_seconds: Math.ceil((freeAt - now.getTime()) / 1000) })
}

/** Ends the driver's newest code, if nobody has used it yet. */
export async function withdrawCode(trx: Trx, author: Author, driverId: string, now: Date): Promise<DriverCode | null> {
  const newest = await newestCode(trx, author.workspaceId, driverId)
  if (!newest) return null
  const before = codeOf(newest, now)
  if (newest.used_at || newest.withdrawn_at) return before
  const row = await changed(trx, author.workspaceId, newest.id, { withdrawn_at: now })
  const data = codeOf(row, now)
  await appendEvents(trx, author, [{ type: 'driver_code.withdrawn', id: row.id, data, before }], now)
  return data
}

/** Notes that a phone was signed in with a code. */
export async function markUsed(
  trx: Trx,
  author: Author,
  code: DriverCode,
  { userId, device, now }: { userId: string; device: string; now: Date },
): Promise<void> {
  const row = await changed(trx, author.workspaceId, code.id, { used_at: now, used_by: userId, device })
  const data = codeOf(row, now)
  await appendEvents(trx, author, [{ type: 'driver_code.used', id: code.id, data, before: code }], now)
}

type Change = { withdrawn_at: Date } | { used_at: Date; used_by: string; device: string }

const changed = (trx: Trx, workspaceId: string, id: string, change: Change) =>
  trx
    .updateTable('driver_codes')
    .set(change)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning(codeColumns)
    .executeTakeFirstOrThrow()
