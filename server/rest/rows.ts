import type { Catalogue, Relation } from '../db/api/catalogue.ts'
import type { Trx } from '../db/connect.ts'
import { readAnswer } from './answer.ts'
import type { Query } from './parse/query.ts'
import { planRead, type ReadNode, type Reference } from './plan/plan.ts'
import type { Answer, Wanted } from './sql/statement.ts'

/*
 * Rows before and after a change: which ones a request means, and what becomes of them in the answer. The change itself is
 * made by the commands of `/v1`, one record at a time, by its key.
 */

/** A view, a request about its rows, and whether the caller may read them. */
export type About = {
  catalogue: Catalogue
  relation: Relation
  query: Query
  checkRead: (relation: string) => void
}

const keyOf = ({ columns, primaryKey }: Relation): Reference => ({ column: columns.get(primaryKey[0]!)!, path: [] })

/** The keys of the rows that the filters of a request mean, at most so many. */
export async function matchingKeys(
  trx: Trx,
  { catalogue, relation, query, checkRead }: About,
  most: number,
): Promise<string[]> {
  const { column } = keyOf(relation)
  const select: Query['select'] = [
    { kind: 'column', field: { name: column.name, path: [] }, alias: 'key', cast: 'text' },
  ]
  const node = planRead(catalogue, { ...relation, relation: relation.name }, { ...query, select }, checkRead)
  const answer = await readAnswer(trx, node, { ...plain, mostRows: most, count: undefined })
  return (JSON.parse(answer.body!) as { key: string }[]).map(({ key }) => key)
}

const plain = {
  format: { kind: 'json' as const, stripsNulls: false },
  hasBody: true,
  mostBytes: 64 * 1024 * 1024,
}

/**
 * The rows with these keys as the request selects them, in the order of the keys unless it asks for another. They may no
 * longer match its filters, because of what changed.
 */
export async function representation(
  trx: Trx,
  about: About,
  keys: string[],
  wanted: Pick<Wanted, 'format' | 'hasBody' | 'mostBytes'>,
): Promise<Answer> {
  return readAnswer(trx, nodeOfKeys(about, keys), { ...wanted, mostRows: Math.max(1, keys.length), count: undefined })
}

/** Pure, so that what it asks for can be seen without a database. */
export function nodeOfKeys({ catalogue, relation, query, checkRead }: About, keys: string[]): ReadNode {
  const filters = query.filters.filter(({ path }) => path.length)
  const slices = query.slices.filter(({ path }) => path.length)
  const root = { ...relation, relation: relation.name }
  const node = planRead(catalogue, root, { ...query, filters, slices }, checkRead)
  const reference = keyOf(relation)
  node.tests.push({ kind: 'filter', reference, isNegated: false, operation: { kind: 'in', values: keys } })
  if (!node.orders.length) node.orders = [{ reference, among: keys, direction: 'asc' }]
  return node
}
