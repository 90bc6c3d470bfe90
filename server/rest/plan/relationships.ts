import type { Catalogue, Relationship } from '../../db/api/catalogue.ts'
import type { Embed } from '../parse/select.ts'
import { RestError } from '../protocol/errors.ts'
import { nearest } from './nearest.ts'

/** The schema as callers know it. */
export const exposedSchema = 'public'

/**
 * The relationship that an embed means. What is embedded is named by its view, by the foreign key or by its column; a hint
 * chooses among several.
 * @throws RestError PGRST200 if there is none, PGRST201 if there are several
 */
export function relationshipFor(catalogue: Catalogue, from: string, { relation: target, hint }: Embed): Relationship {
  const own = catalogue.relationships.filter((each) => each.from === from)
  const found = own.filter((each) => isMeant(each, target) && (hint === undefined || isHinted(each, hint)))
  if (found.length === 1) return found[0]!
  if (found.length > 1) throw ambiguous(from, target, found)
  throw noneFound(catalogue, from, target, hint)
}

function isMeant({ to, constraint, columns, cardinality, through }: Relationship, target: string): boolean {
  if (to === target) return true
  if (through) return false
  const isByColumn = cardinality !== 'one-to-many' && columns.length === 1 && columns[0]![0] === target
  return constraint === target || isByColumn
}

function isHinted({ constraint, columns, cardinality, through }: Relationship, hint: string): boolean {
  if (through) return through.relation === hint || through.constraint === hint || constraint === hint
  const [own, other] = columns.length === 1 ? columns[0]! : []
  return constraint === hint || hint === (cardinality === 'one-to-many' ? other : own) || hint === other
}

function noneFound(catalogue: Catalogue, from: string, target: string, hint: string | undefined): RestError {
  const using = hint === undefined ? '' : `' using the hint '${hint}`
  const details = `Searched for a foreign key relationship between '${from}' and '${target}${using}' in the schema '${exposedSchema}', but no matches were found.`
  const children = new Set(catalogue.relationships.filter((each) => each.from === from).map(({ to }) => to))
  const suggestion = nearest(target, children)
  return new RestError(
    'PGRST200',
    `Could not find a relationship between '${from}' and '${target}' in the schema cache`,
    { details, hint: suggestion === undefined ? null : `Perhaps you meant '${suggestion}' instead of '${target}'.` },
  )
}

function ambiguous(from: string, target: string, found: Relationship[]): RestError {
  const names = found.map(({ to, constraint, through }) => `'${to}!${through ? through.relation : constraint}'`)
  return new RestError(
    'PGRST201',
    `Could not embed because more than one relationship was found for '${from}' and '${target}'`,
    {
      details: found.map(describe),
      hint: `Try changing '${target}' to one of the following: ${names.join(', ')}. Find the desired relationship in the 'details' key.`,
    },
  )
}

function describe({ from, to, cardinality, constraint, columns, through }: Relationship) {
  const list = (names: string[]) => `(${names.join(', ')})`
  const own = list(columns.map(([each]) => each))
  const other = list(columns.map(([, each]) => each))
  return {
    cardinality,
    embedding: `${from} with ${to}`,
    relationship: through
      ? `${through.relation} using ${constraint}${other} and ${through.constraint}${list(through.columns.map(([each]) => each))}`
      : `${constraint} using ${from}${own} and ${to}${other}`,
  }
}
