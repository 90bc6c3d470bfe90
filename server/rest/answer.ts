import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Trx } from '../db/connect.ts'
import { contentTypeOf, type Format } from './parse/accept.ts'
import { appliedPreferences, type Preferences } from './parse/prefer.ts'
import type { Slice } from './parse/query.ts'
import type { ReadNode } from './plan/plan.ts'
import { RestError } from './protocol/errors.ts'
import { plannedStatement, readStatement, type Answer, type Wanted } from './sql/statement.ts'
import type { Sql } from './sql/expression.ts'

type Count = Preferences['count']

/** @param wanted what to answer, without how many there are */
export async function readAnswer(
  trx: Trx,
  node: ReadNode,
  { count, ...wanted }: Omit<Wanted, 'counts'> & { count: Count },
  from?: Sql,
): Promise<Answer> {
  const planned = !from && (count === 'planned' || count === 'estimated') ? await plannedRows(trx, node) : undefined
  // An estimate is not worth more than a count of what is few.
  const counts = count === 'exact' || (count !== undefined && planned === undefined)
  const isFew = count === 'estimated' && planned !== undefined && planned <= wanted.mostRows
  const { rows } = await readStatement(node, { ...wanted, counts: counts || isFew }, from).execute(trx)
  const answer = rows[0] as Answer
  if (answer.bytes !== null && answer.body === null) {
    throw new RestError('PGRST100', `The answer would be larger than ${wanted.mostBytes / 1024 / 1024} MB`, {
      hint: 'Ask for fewer columns, or for the rows in parts with limit and offset.',
    })
  }
  return planned === undefined || isFew ? answer : { ...answer, total: Math.max(planned, answer.rows) }
}

async function plannedRows(trx: Trx, node: ReadNode): Promise<number> {
  const { rows } = await plannedStatement(node).execute(trx)
  const [row] = rows as { 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }[]
  return row!['QUERY PLAN'][0].Plan['Plan Rows']
}

/** What a request asked to have from which row on. */
export function checkSlice({ offset = 0 }: Slice, { total }: Answer): void {
  if (total === null || offset <= total) return
  throw new RestError('PGRST103', 'Requested range not satisfiable', {
    details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
  })
}

/** @throws RestError PGRST116 unless there is exactly one row */
export function checkSingular({ kind }: Format, rows: number): void {
  if (kind !== 'object' || rows === 1) return
  throw new RestError('PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  })
}

/** Whether a request says how many rows it may change. Unless it is strict, that is not heeded. */
export const asksForFew = ({ handling, maxAffected }: Preferences) => handling === 'strict' && maxAffected !== undefined

/** @throws RestError PGRST124, inside the transaction, so that nothing was changed */
export function checkAffected(rows: number, preferences: Preferences): void {
  if (!asksForFew(preferences) || rows <= preferences.maxAffected!) return
  throw new RestError('PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rows} rows`,
  })
}

/** `0-9/57` */
export function contentRange(offset: number, { rows, total }: Pick<Answer, 'rows' | 'total'>): string {
  const part = rows ? `${offset}-${offset + rows - 1}` : '*'
  return `${part}/${total ?? '*'}`
}

/** Sends rows, all or a part of them. */
export function sendRows(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  { format, slice, preferences }: { format: Format; slice: Slice; preferences: Preferences },
) {
  checkSlice(slice, answer)
  checkSingular(format, answer.rows)
  const isPart = answer.total !== null && answer.rows < answer.total
  const applied = appliedPreferences(preferences, ['count', 'handling', 'timezone'])
  return reply
    .status(isPart ? 206 : 200)
    .headers({
      'content-range': contentRange(slice.offset ?? 0, answer),
      'content-type': contentTypeOf(format),
      ...(applied && { 'preference-applied': applied }),
    })
    .send(request.method === 'HEAD' ? undefined : (answer.body ?? ''))
}
