import type { Relation } from '../../db/api/catalogue.ts'
import { wireSchema, type Bound } from './bindings.ts'
import type { Change } from './published.ts'
import type { Row } from './rows.ts'

/** A row with more JSON than this is shown without its large values. */
const mostCharacters = 1024 * 1024
/** A value up to this length is not large. */
const smallCharacters = 64

const unauthorized = ['Error 401: Unauthorized']
const tooLarge = ['Error 413: Payload Too Large']

/** One frame of a change, for the bindings that want it in the same columns. */
export function writePayload(
  change: Change,
  relation: Relation,
  bounds: Bound[],
  row: Row | 'unauthorized' | null,
): string {
  const { select } = bounds[0]!
  const shown = row === null || row === 'unauthorized' ? row : shownOf(row, select)
  const isUnauthorized = shown === 'unauthorized'
  const errors = isUnauthorized ? unauthorized : shown?.isCut ? tooLarge : null
  const old = isUnauthorized ? {} : (shown?.key ?? { [change.column]: change.value })
  const members = [
    `"schema":"${wireSchema}","table":"${relation.name}","commit_timestamp":"${change.event.at}","type":"${change.type}"`,
    `"columns":${columnsOf(relation, select)}`,
    change.type === 'DELETE' ? '' : `"record":${isUnauthorized ? '{}' : shown!.record}`,
    change.type === 'INSERT' ? '' : `"old_record":${JSON.stringify(old)}`,
    `"errors":${JSON.stringify(errors)}`,
  ]
  return `{"ids":[${bounds.map(({ id }) => id).join()}],"data":{${members.filter(Boolean).join()}}}`
}

function shownOf({ record, key }: Row, select: string[] | null) {
  const isCut = record.length > mostCharacters
  if (!isCut && !select) return { record, key, isCut }
  const fields = Object.entries(JSON.parse(record) as Record<string, unknown>).filter(
    ([name, value]) =>
      (!select || select.includes(name)) && (!isCut || JSON.stringify(value).length <= smallCharacters),
  )
  return { record: JSON.stringify(Object.fromEntries(fields)), key, isCut }
}

const columnsOf = ({ columns }: Relation, select: string[] | null) =>
  JSON.stringify(
    [...columns.values()]
      .filter(({ name }) => !select || select.includes(name))
      .map(({ name, typeName: type }) => ({ name, type })),
  )
