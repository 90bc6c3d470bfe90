import type { FastifyRequest } from 'fastify'
import Papa from 'papaparse'
import type { Relation } from '../../db/api/catalogue.ts'
import { jsonOf } from '../call/body.ts'
import { exposedSchema } from '../plan/relationships.ts'
import { RestError, tooMuch } from '../protocol/errors.ts'

/** The most rows that one request may write: each is a command of its own, in one transaction. */
export const mostWritten = 500

/** Values by column. */
export type Row = Record<string, unknown>

export type Written = {
  rows: Row[]
  /** The columns that are written, whether or not each row has a value. */
  columns: string[]
}

/**
 * The rows of a body: an object, an array of objects, or CSV with a header.
 * @param wanted the columns to take, all if undefined
 * @throws RestError PGRST102, PGRST204
 */
export function rowsOf(request: FastifyRequest, relation: Relation, wanted: string[] | undefined): Written {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const type = (request.headers['content-type'] ?? 'application/json').split(';')[0]!.trim().toLowerCase()
  const rows = type === 'text/csv' ? csvRows(bytes, relation) : jsonRows(bytes, type)
  if (rows.length > mostWritten) throw tooMuch(`more than ${mostWritten} rows`)
  const columns = wanted ?? Object.keys(rows[0] ?? {})
  if (!wanted && rows.some((row) => !hasExactly(row, columns))) {
    throw new RestError('PGRST102', 'All object keys must match')
  }
  for (const column of columns) if (!relation.columns.has(column)) throw noSuch(relation, column)
  return { columns, rows: rows.map((row) => pick(row, columns, relation)) }
}

function jsonRows(bytes: Buffer, type: string): Row[] {
  if (!/^application\/(.+\+)?json$/.test(type)) {
    throw new RestError('PGRST102', `Content-Type not acceptable: ${type.slice(0, 100)}`)
  }
  if (!bytes.length) throw new RestError('PGRST102', 'Empty or invalid json')
  const value = jsonOf(bytes)
  const rows = Array.isArray(value) ? value : [value]
  if (rows.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row))) return rows as Row[]
  throw new RestError('PGRST102', 'Empty or invalid json')
}

/** NULL without quotes is null, as PostgREST has it. */
function csvRows(bytes: Buffer, { columns }: Relation): Row[] {
  const { data, errors } = Papa.parse<string[]>(bytes.toString().replace(/^\uFEFF/, ''), { skipEmptyLines: true })
  const [head = [], ...lines] = data
  if (errors.some(({ type }) => type === 'Quotes') || lines.some((line) => line.length !== head.length)) {
    throw new RestError('PGRST102', 'All lines must have same number of fields')
  }
  return lines.map((line) =>
    Object.fromEntries(
      head.map((name, at) => [name, line[at] === 'NULL' ? null : fromText(line[at]!, columns.get(name)?.typeName)]),
    ),
  )
}

/** A value as JSON has it. What cannot be read stays text, and is refused as such. */
function fromText(text: string, typeName = 'text'): unknown {
  if (typeName.startsWith('_')) {
    const inner = /^\{(.*)\}$/s.exec(text)?.[1]
    if (inner === undefined) return text
    return inner === '' ? [] : (Papa.parse<string[]>(inner).data[0] ?? [])
  }
  if (/^(int[248]|float[48]|numeric)$/.test(typeName)) return text.trim() === '' ? text : number(text)
  if (typeName === 'bool') return { t: true, true: true, f: false, false: false }[text.toLowerCase()] ?? text
  if (typeName !== 'json' && typeName !== 'jsonb') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const number = (text: string) => (Number.isNaN(Number(text)) ? text : Number(text))

const hasExactly = (row: Row, columns: string[]) =>
  Object.keys(row).length === columns.length && columns.every((column) => Object.hasOwn(row, column))

function pick(row: Row, columns: string[], relation: Relation): Row {
  const given = columns.filter((column) => Object.hasOwn(row, column))
  return Object.fromEntries(
    given.map((column) => [column, asTold(row[column], relation.columns.get(column)!.typeName)]),
  )
}

/** The database says times and instants with more figures than `/v1`, and a row that was read can be written again. */
function asTold(value: unknown, typeName: string): unknown {
  if (typeof value !== 'string') return value
  if (typeName === 'time') return value.replace(/^(\d\d:\d\d):00(\.0+)?$/, '$1')
  if (typeName !== 'timestamptz' || Number.isNaN(Date.parse(value))) return value
  return new Date(value).toISOString()
}

function noSuch({ name }: Relation, column: string): RestError {
  const shown = column.slice(0, 100)
  return new RestError('PGRST204', `Could not find the '${shown}' column of '${name}' in the schema cache`, {
    details: `The schema is '${exposedSchema}'.`,
  })
}
