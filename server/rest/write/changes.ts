import { RestError } from '../protocol/errors.ts'
import { planRead } from '../plan/plan.ts'
import type { Answer } from '../sql/statement.ts'
import { mostWritten, rowsOf, type Row } from './body.ts'
import { idsBy, keyOf, meantIds, sameKey } from './find.ts'
import { toInput } from './input.ts'
import type { Writing } from './writing.ts'

/** What a request has changed. */
export type Done = {
  ids: string[]
  /** Whether any row is new. */
  created: boolean
  /** The rows, if they could only be shown before. */
  shown?: Answer | undefined
}

/** Adds rows, or changes those that are there already if the request says so. */
export async function insert(writing: Writing): Promise<Done> {
  const { call, relation, writer, query, request } = writing
  const { resolution, missing } = call.preferences
  const { rows, columns } = rowsOf(request, relation, query.columns)
  const target = resolution && conflictColumn(writing)
  const columnsOfKey = target ? uniqueColumns(writing, target) : []
  const known = target ? await knownBy(writing, columnsOfKey, rows) : new Map<string, string>()
  const done: Done = { ids: [], created: false }
  const several = rows.length > 1
  for (const [at, row] of rows.entries()) {
    const value = target === undefined ? undefined : (row[target] ?? undefined)
    const sent = sameKey(row, columnsOfKey)
    const found = value === undefined ? undefined : known.get(sent)
    if (found !== undefined && resolution === 'ignore-duplicates') continue
    if (found !== undefined) {
      await changeOne(writing, found, without(row, target!), several ? at : undefined)
      done.ids.push(found)
      continue
    }
    const given = missing === 'default' ? row : { ...nulls(columns), ...row }
    const input = toInput(
      writer.create!.input,
      target === keyOf(relation) && value === undefined ? without(given, target) : given,
      'insert',
      several ? at : undefined,
    )
    const id = await writer.create!.run(writing, input)
    if (value !== undefined) known.set(sent, id)
    done.ids.push(id)
    done.created = true
  }
  return { ...done, ids: [...new Set(done.ids)] }
}

/** Changes the rows that the filters find. */
export async function change(writing: Writing): Promise<Done> {
  const { relation, query, request } = writing
  const { rows } = rowsOf(request, relation, query.columns)
  if (rows.length > 1) throw new RestError('PGRST102', 'Empty or invalid json', { details: 'One object is expected.' })
  const [row = {}] = rows
  if (Object.keys(row).length === 0) return { ids: [], created: false }
  const ids = await meant(writing)
  for (const id of ids) await changeOne(writing, id, row)
  return { ids, created: false }
}

/** Removes the rows that the filters find, and shows them as they were. */
export async function remove(writing: Writing): Promise<Done> {
  const ids = await meant(writing)
  const shown = await writing.show(ids)
  if (ids.length) await writing.writer.remove!(writing, ids)
  return { ids, created: false, shown }
}

/** Changes the one row that the query names. Karta gives ids, so there is none to add under a given one. */
export async function put(writing: Writing): Promise<Done> {
  const { relation, query, request } = writing
  const key = keyOf(relation)
  const [only, ...others] = query.filters
  const condition = only?.condition
  const isKey = condition?.kind === 'filter' && condition.field.name === key && !condition.isNegated
  const value =
    isKey && condition.operation.kind === 'compare' && condition.operation.operator === 'eq'
      ? condition.operation.value
      : undefined
  if (value === undefined || others.length) {
    throw new RestError('PGRST105', "Filters must include all and only primary key columns with 'eq' operators")
  }
  if (query.slices.length)
    throw new RestError('PGRST114', 'limit/offset querystring parameters are not allowed for PUT')
  const { rows } = rowsOf(request, relation, query.columns)
  const [row = {}] = rows
  if (rows.length !== 1 || row[key] !== value) {
    throw new RestError('PGRST115', 'Payload values do not match URL in primary key column(s)')
  }
  const ids = await meant(writing)
  if (!ids.length) throw givesIds(key)
  await changeOne(writing, value, without(row, key))
  return { ids, created: false }
}

async function changeOne({ writer, ...writing }: Writing, id: string, row: Row, at?: number): Promise<void> {
  if (!writer.change) throw new RestError('PGRST117', 'Unsupported HTTP method: PATCH')
  const input = toInput(writer.change.input, row, 'update', at)
  await writer.change.run(writing, id, input)
}

/** @throws RestError PGRST124 if there are too many */
async function meant({ trx, call, relation, query, checkRead }: Writing): Promise<string[]> {
  const node = planRead(call.catalogue, { ...relation, relation: relation.name }, query, checkRead)
  const ids = await meantIds(trx, node, keyOf(relation))
  if (ids.length <= mostWritten) return ids
  throw new RestError('PGRST124', `The request would change more than ${mostWritten} rows`, {
    hint: 'Narrow the filter, and repeat.',
  })
}

/** The column by which an upsert finds rows. @throws RestError 42P10 */
function conflictColumn({ relation, writer, query }: Writing): string {
  const key = keyOf(relation)
  const [column = key, ...others] = query.onConflict ?? []
  if (!others.length && (column === key || writer.conflicts?.includes(column))) return column
  const possible = [key, ...(writer.conflicts ?? [])].join(', ')
  throw new RestError('42P10', 'there is no unique or exclusion constraint matching the ON CONFLICT specification', {
    hint: `Use one of ${possible}.`,
  })
}

/** The column by which an upsert finds rows, and those that have to agree besides. */
const uniqueColumns = ({ relation, writer }: Writing, column: string): string[] =>
  column === keyOf(relation) ? [column] : [column, ...(writer.uniqueWith ?? [])]

/** @throws RestError 428C9 if a row has an id that is not there */
async function knownBy({ trx, actor, relation, writer }: Writing, columns: string[], rows: Row[]) {
  const column = columns[0]!
  const sent = rows.filter((row) => row[column] !== undefined && row[column] !== null)
  const isKey = column === keyOf(relation)
  const within = isKey ? undefined : writer.uniqueWithin?.(actor)
  const known = await idsBy(trx, relation, { columns, values: sent.map((row) => row[column]), within })
  if (isKey && sent.some((row) => !known.has(sameKey(row, columns)))) throw givesIds(column)
  return known
}

const givesIds = (key: string) =>
  new RestError('428C9', `cannot insert a non-DEFAULT value into column "${key}"`, {
    details: 'There is no row with this id, and Karta gives new rows theirs.',
  })

const without = (row: Row, column: string): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== column))

const nulls = (columns: string[]): Row => Object.fromEntries(columns.map((column) => [column, null]))
