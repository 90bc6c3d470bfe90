import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'

/** What a list is sorted by. `tie` is unique within the list, so that equal values have a fixed order too. */
export type Sort = {
  /** Part of the cursor, so that a cursor for another sort order is refused. */
  name: string
  order: 'asc' | 'desc'
  by: RawBuilder<unknown>
  /** The values that `by` can have. A cursor comes from outside, so it is checked. */
  values: z.ZodType<string | number>
  /** Whether `by` can be null. Nulls come last in both orders. */
  nullable?: boolean
  tie: RawBuilder<unknown>
  ties: z.ZodType<string | number>
}

/** Text that a cursor may contain. */
export const textValues = z.string().refine((value) => value.isWellFormed() && !value.includes('\u0000'))

type Marks = { sort_value: string | number | null; tie_value: string | number }

/**
 * Reads one page, starting at the key where the previous page ended. So page 200 costs the same as page 1, and rows that
 * are added in the meantime cause neither repetitions nor gaps.
 * @throws AppError `bad_cursor`
 */
export async function readPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  sort: Sort,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ rows: O[]; next_cursor: string | null }> {
  const direction = sql.raw(sort.nullable ? `${sort.order} nulls last` : sort.order)
  let page = query
    .select(() => [sort.by.as('sort_value'), sort.tie.as('tie_value')])
    .orderBy(sql`${sort.by} ${direction}, ${sort.tie} ${sql.raw(sort.order)}`)
    .limit(limit + 1)
  if (cursor !== undefined) page = page.where(after(sort, readCursor(sort, cursor)))

  const found = (await page.execute()) as unknown as (O & Marks)[]
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return {
    rows: rows.map(withoutMarks),
    next_cursor: last ? writeCursor(sort, last) : null,
  }
}

function withoutMarks<O>(row: O & Marks): O {
  const { sort_value: _sortValue, tie_value: _tieValue, ...rest } = row
  return rest as O
}

function after(sort: Sort, { sort_value: value, tie_value: tie }: Marks): RawBuilder<SqlBool> {
  const beyond = sql.raw(sort.order === 'asc' ? '>' : '<')
  if (value === null) return sql`(${sort.by} is null and ${sort.tie} ${beyond} ${tie})`
  const later = sql<SqlBool>`(${sort.by}, ${sort.tie}) ${beyond} (${value}, ${tie})`
  return sort.nullable ? sql`(${later} or ${sort.by} is null)` : later
}

const nameOf = (sort: Sort) => `${sort.name} ${sort.order}`

function writeCursor(sort: Sort, { sort_value, tie_value }: Marks): string {
  return Buffer.from(JSON.stringify([nameOf(sort), sort_value, tie_value])).toString('base64url')
}

function readCursor(sort: Sort, cursor: string): Marks {
  const values = sort.nullable ? sort.values.nullable() : sort.values
  const shape = z.tuple([z.literal(nameOf(sort)), values, sort.ties])
  const read = shape.safeParse(parse(Buffer.from(cursor, 'base64url').toString()))
  if (!read.success) throw new AppError('bad_cursor')
  return { sort_value: read.data[1], tie_value: read.data[2] }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new AppError('bad_cursor')
  }
}
