import { sql } from 'kysely'
import { AppError, type ErrorCode } from '#domain/errors.ts'
import type { KeyScope } from '#domain/permissions.ts'
import { inTransaction, type Trx } from '../db/connect.ts'
import { again } from '../db/passing.ts'
import type { Deps } from '../deps.ts'
import { enterWithKey } from '../http/callers/api-key.ts'
import { enterWorkspace } from '../http/callers/member.ts'
import { actAs, enterAsOperator, type WorkspaceActor } from '../http/callers/wire.ts'
import type { RealtimeCaller } from '../realtime/callers.ts'
import type { Lane } from './lane.ts'

export type Parts = Pick<Deps, 'db' | 'now'> & { lane: Lane }

/** Somebody who may not come in, at least not any more. Other failures are the database's. */
const refusals: ErrorCode[] = [
  'session_ended',
  'no_workspace',
  'workspace_unnamed',
  'second_factor_required',
  'member_suspended',
  'api_key_revoked',
]

/**
 * Runs `work` as a caller of the realtime service in a workspace. Undefined if the caller may not come in: the session has
 * ended, the membership too, or the key was revoked.
 * @param wanted the workspace; by default the caller's first
 */
export async function asCaller<T>(
  { db, lane, now }: Parts,
  caller: RealtimeCaller,
  wanted: string | null,
  work: (trx: Trx, actor: WorkspaceActor) => Promise<T>,
): Promise<T | undefined> {
  if (caller.kind === 'anon' || caller.kind === 'recipient') return undefined
  const transaction = () => inTransaction(db, async (trx) => work(trx, await enterAs(trx, caller, wanted, now())))
  try {
    return await lane(() => again(transaction))
  } catch (error) {
    if (error instanceof AppError && refusals.includes(error.code)) return undefined
    throw error
  }
}

type Known = Exclude<RealtimeCaller, { kind: 'anon' | 'recipient' }>

async function enterAs(trx: Trx, caller: Known, wanted: string | null, now: Date): Promise<WorkspaceActor> {
  if (caller.kind === 'operator') return enterAsOperator(trx, wanted)
  if (caller.kind === 'member') {
    const { userId, sessionId, email } = caller
    // When the token ends is the channel's business.
    return { kind: 'member', ...(await enterWorkspace(trx, { userId, sessionId, email, expiresAt: now }, wanted)) }
  }
  if (wanted !== null && wanted !== caller.workspaceId) throw new AppError('no_workspace')
  const { hash, address, workspaceId } = caller
  const { rows } = await sql<KeyAsItIs>`select * from key_as_it_is(${hash}, ${address}, ${now})`.execute(trx)
  const [key] = rows
  if (!key) throw new AppError('api_key_revoked')
  const { key_id: keyId, key_name: name, scopes, depot_ids: depotIds } = key
  return { kind: 'key', ...(await enterWithKey(trx, { keyId, name, scopes, depotIds, workspaceId })) }
}

type KeyAsItIs = { key_id: string; key_name: string; scopes: KeyScope[]; depot_ids: string[] | null }

/** Runs `work` in a transaction that sees what somebody sees who was let in before. */
export function asActor<T>({ db, lane }: Parts, actor: WorkspaceActor, work: (trx: Trx) => Promise<T>): Promise<T> {
  return lane(() =>
    inTransaction(db, async (trx) => {
      await actAs(trx, actor)
      return work(trx)
    }),
  )
}
