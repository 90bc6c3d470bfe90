import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Action } from '#domain/permissions.ts'
import type { Trx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import type { WorkspaceActor } from '../http/callers/wire.ts'

/** What a function is called with. */
export type FunctionCall = {
  deps: Deps
  /** Who calls. Their role allows the function. */
  actor: WorkspaceActor
  /** What was sent: JSON, text or bytes that hold JSON, the fields of a form, or the query. Unchecked. */
  input: () => Promise<unknown>
  /** The path after the function's name, without the first slash. */
  subPath: string
  request: FastifyRequest
  reply: FastifyReply
  /** Runs `work` in one transaction as the caller. */
  inTransaction<T>(work: (trx: Trx, actor: WorkspaceActor) => Promise<T>): Promise<T>
  /** Ends when the function's time is up or the caller has gone. */
  signal: AbortSignal
}

/** One function of `/functions/v1`. */
export type KartaFunction = {
  name: string
  /** The caller's role must allow this. */
  may: Action
  /** It is refused after so long, and its signal ends. */
  seconds: number
  /** The largest body. */
  bodyBytes: number
  /** Gives what is sent as JSON, or the reply if it has answered by itself. */
  run(call: FunctionCall): Promise<unknown>
}
