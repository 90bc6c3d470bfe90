import type { FastifyRequest } from 'fastify'
import type { Relation } from '../../db/api/catalogue.ts'
import type { RestCall } from '../context.ts'
import type { Query } from '../parse/query.ts'
import type { Answer } from '../sql/statement.ts'
import type { WriteCall, Writer } from './writer.ts'

/** One request that writes. */
export type Writing = WriteCall & {
  call: RestCall
  relation: Relation
  writer: Writer
  query: Query
  request: FastifyRequest
  /** Throws if the caller may not read a view. */
  checkRead: (relation: string) => void
  /** Reads rows as the request wants them shown. Undefined if it does not. */
  show(ids: string[], isNew?: boolean): Promise<Answer | undefined>
}
