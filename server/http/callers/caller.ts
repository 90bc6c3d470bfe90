import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db, Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { ReplySlot } from '../idempotency.ts'

/** One request on its way in. */
export type Arrival = { deps: Deps; request: FastifyRequest; reply: FastifyReply }

/** A call that carries an `Idempotency-Key`. */
export type KeyedCall<A> = {
  actor: A
  endpoint: string
  key: string
  request: FastifyRequest
  /** The checked body. */
  body: unknown
  /** Fields of the body that differ between two attempts at the same thing. */
  proof: string[]
}

/** How one kind of caller is let in. `A` is what a handler learns about whoever calls. */
export type Caller<A> = {
  /**
   * Checks what the request shows of its caller before a transaction is open. `enter` does the rest inside the
   * transaction and says who calls. Both throw an AppError when the caller may not come in. `whose` says whose share of
   * the database's connections the transaction takes, and `isCounted` that it has waited for its share before.
   * `enterTogether` says who calls without a transaction, together with others who come at the same time.
   */
  admit(arrival: Arrival): Promise<{
    whose: string
    isCounted?: boolean
    enter(trx: Trx): Promise<A>
    enterTogether?(): Promise<A>
  }>
  /** Opens the transaction of the call, which sees only what this kind of caller may see. */
  inTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T>
  /** Where the reply to a repeatable call is kept. Without it, `Idempotency-Key` is ignored. */
  slotFor?(call: KeyedCall<A>): ReplySlot
}
