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

/** The same for a sent row and a stored one if they agree in these columns; what is not given is null. */
export const sameKey = (row: Record<string, unknown>, columns: string[]): string =>
  JSON.stringify(
    columns.map((column) => (row[column] === undefined || row[column] === null ? null : String(row[column]))),
  )

/** Ids of rows by `sameKey` of a column that is unique together with others, among these values of it. */
export async function idsBy(
  trx: Trx,
  relation: Relation,
  {
    columns,
    values,
    within = {},
  }: { columns: string[]; values: unknown[]; within?: Record<string, string> | undefined },
): Promise<Map<string, string>> {
  const conditions = Object.entries(within).map(([name, value]) => sql` and ${id(name)} = ${value}`)
  const shown = sql.join(columns.map((column) => sql`${id(column)}::text as ${id(column)}`))
  const { rows } = await sql<Record<string, string> & { row_id: string }>`
    select ${id(keyOf(relation))} as row_id, ${shown} from ${id('api', relation.name)}
      where ${id(columns[0]!)}::text = any(${values.map(String)}::text[])${sql.join(conditions, sql``)}`.execute(trx)
  return new Map(rows.map((row) => [sameKey(row, columns), row.row_id]))
}
