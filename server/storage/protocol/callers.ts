import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { inWorkspace, setWorkspace, type Trx } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { whileAllowed } from '../../http/callers/access.ts'
import { admitWire, inWire, type Admission, type WireActor } from '../../http/callers/wire.ts'
import { StorageError } from './errors.ts'

/** Somebody who was let in, and opens transactions as themselves. */
export type Visitor = {
  admission: Admission
  /** Runs `work` in one transaction, which sees the caller's workspace. It may run again. */
  within<T>(work: (trx: Trx, actor: WireActor) => Promise<T>): Promise<T>
  /** Does something that takes long, in a workspace. The signal aborts when the caller may no longer do it. */
  during<T>(
    what: { workspaceId: string; mustBeAllowed: (actor: WireActor) => void },
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T>
}

/**
 * Lets in whoever calls.
 * @throws StorageError `no_token`, `bad_token`
 */
export async function letIn(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<Visitor> {
  const { authorization, apikey } = request.headers
  if (authorization === undefined && apikey === undefined) throw new StorageError('no_token')
  const token = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
  try {
    const admission = await admitWire({ deps, request, reply })
    const within: Visitor['within'] = (work) => inWire(deps, admission, work)
    return {
      admission,
      within,
      during: ({ workspaceId, mustBeAllowed }, work) => {
        const check = () => within(async (_trx, actor) => mustBeAllowed(actor))
        return whileAllowed(deps.bus, { workspaceId, check }, work)
      },
    }
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_signed_in') throw tokenError(token, deps.now())
    throw error
  }
}

/** What is wrong with a token, in the protocol's words. */
function tokenError(token: string, now: Date): StorageError {
  const [, claims, signature] = token.split('.')
  if (!claims || !signature) return new StorageError('bad_token')
  try {
    const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { exp?: unknown }
    const isOver = typeof exp === 'number' && exp * 1000 <= now.getTime()
    return new StorageError(
      'bad_token',
      isOver ? '"exp" claim timestamp check failed' : 'signature verification failed',
    )
  } catch {
    return new StorageError('bad_token')
  }
}

/** Runs `work` in the workspace that a signed address names, whoever holds it. */
export const asHolder = <T>(deps: Deps, workspaceId: string, work: (trx: Trx) => Promise<T>): Promise<T> =>
  deps.shares.during(workspaceId, () => again(() => inWorkspace(deps.db, workspaceId, work)))

/**
 * Makes sure that whoever signed an address for an upload still works in the transaction's workspace. Programs and the
 * operator sign as nobody.
 * @throws StorageError `refused`
 */
export async function checkSigner(trx: Trx, owner: string | null): Promise<void> {
  if (owner === null) return
  const signer = trx.selectFrom('members').select('user_id').where('user_id', '=', owner).where('state', '=', 'active')
  if (!(await signer.executeTakeFirst())) throw new StorageError('refused')
}

/**
 * Makes the workspace of a public bucket the one of the transaction.
 * @returns whether there is such a bucket
 */
export async function enterPublic(trx: Trx, bucket: string): Promise<boolean> {
  const { rows } = await sql<{ id: string | null }>`
    select storage.workspace_of_public_bucket(${bucket}) as id`.execute(trx)
  const id = rows[0]?.id
  if (id) await setWorkspace(trx, id)
  return Boolean(id)
}
