import { sql } from 'kysely'
import type { Relation } from '../../db/api/catalogue.ts'
import type { Trx } from '../../db/connect.ts'
import { readAnswer } from '../answer.ts'
import { mostAnswerBytes } from '../context.ts'
import type { Output, ReadNode } from '../plan/plan.ts'
import { id } from '../sql/expression.ts'
import { mostWritten } from './body.ts'

/** The only column of the primary key. Views with several are not written. */
export const keyOf = ({ primaryKey }: Relation): string => primaryKey[0]!

/** The ids of the rows that a request means, and one more if there are too many. */
export async function meantIds(trx: Trx, node: ReadNode, key: string): Promise<string[]> {
  const column = node.columns.get(key)!
  const output: Output = { kind: 'column', name: key, isOwnName: true, reference: { column, path: [] } }
  const answer = await readAnswer(
    trx,
    { ...node, outputs: [output] },
    {
      format: { kind: 'json', stripsNulls: false },
      count: undefined,
      hasBody: true,
      mostRows: mostWritten + 1,
      mostBytes: mostAnswerBytes,
    },
  )
  return (JSON.parse(answer.body!) as Record<string, string>[]).map((row) => row[key]!)
}

/** Ids of rows by the value of a unique column, among these values. */
export async function idsBy(
  trx: Trx,
  relation: Relation,
  { column, values, within = {} }: { column: string; values: unknown[]; within?: Record<string, string> | undefined },
): Promise<Map<unknown, string>> {
  const conditions = Object.entries(within).map(([name, value]) => sql` and ${id(name)} = ${value}`)
  const { rows } = await sql<{ id: string; value: string }>`
    select ${id(keyOf(relation))} as id, ${id(column)}::text as value from ${id('api', relation.name)}
      where ${id(column)}::text = any(${values.map(String)}::text[])${sql.join(conditions, sql``)}`.execute(trx)
  return new Map(rows.map((row) => [row.value, row.id]))
}
