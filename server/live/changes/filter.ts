/** One condition of a filter, as it was written. Columns and values are checked where the table is known. */
export type Condition = { column: string; negated: boolean } & (
  | { operator: ScalarOperator; value: string }
  | { operator: 'in'; values: string[] }
  | { operator: 'is'; value: (typeof isValues)[number] }
)

const scalarOperators = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'like',
  'ilike',
  'match',
  'imatch',
  'isdistinct',
] as const
export type ScalarOperator = (typeof scalarOperators)[number]

const isValues = ['null', 'true', 'false', 'unknown'] as const

const most = { characters: 2000, conditions: 20, values: 100 }

/** What is wrong with a subscription, in a sentence for whoever wrote it. */
export class SubscriptionError extends Error {}

/**
 * Reads a filter such as `status=eq.pending,number=not.in.(1,2)`. Commas mean "and".
 * @throws SubscriptionError
 */
export function parseFilter(filter: string): Condition[] {
  if (filter.length > most.characters) throw new SubscriptionError('the filter is too long')
  const conditions = splitAtCommas(filter).map(readCondition)
  if (conditions.length > most.conditions) throw new SubscriptionError('the filter has too many conditions')
  return conditions
}

function readCondition(text: string): Condition {
  const [, column, not, operator, value] = /^\s*([^=.,()"\s]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(text) ?? []
  if (column === undefined || operator === undefined || value === undefined) {
    throw new SubscriptionError(`cannot read the filter ${JSON.stringify(text)}`)
  }
  const negated = not !== undefined
  if (operator === 'in') return { column, negated, operator, values: readList(value) }
  if (operator === 'is') {
    const word = isValues.find((each) => each === value.toLowerCase())
    if (!word) throw new SubscriptionError(`${column} can be null, true, false or unknown, not ${value}`)
    return { column, negated, operator, value: word }
  }
  const scalar = scalarOperators.find((each) => each === operator)
  if (!scalar) throw new SubscriptionError(`unknown operator ${operator}`)
  return { column, negated, operator: scalar, value: unquote(value) }
}

function readList(text: string): string[] {
  const [, inner] = /^\((.*)\)$/s.exec(text) ?? []
  if (!inner) throw new SubscriptionError('in needs a list such as (1,2)')
  const values = splitAtCommas(inner).map(unquote)
  if (values.length > most.values) throw new SubscriptionError(`in takes at most ${most.values} values`)
  return values
}

/** Splits at commas that are neither in quotes nor in parentheses. */
function splitAtCommas(text: string): string[] {
  const parts: string[] = []
  let start = 0
  let depth = 0
  let inQuotes = false
  for (let i = 0; i < text.length; i++) {
    const sign = text[i]
    if (inQuotes && sign === '\\') i++
    else if (sign === '"') inQuotes = !inQuotes
    else if (inQuotes) continue
    else if (sign === '(') depth++
    else if (sign === ')') depth--
    else if (sign === ',' && depth === 0) {
      parts.push(text.slice(start, i))
      start = i + 1
    }
  }
  if (inQuotes || depth !== 0) throw new SubscriptionError('the filter ends inside quotes or parentheses')
  return [...parts, text.slice(start)]
}

/** A value in double quotes may contain anything; a backslash goes before a quote or a backslash. */
function unquote(value: string): string {
  const [, inner] = /^"((?:[^"\\]|\\.)*)"$/s.exec(value) ?? []
  return inner === undefined ? value : inner.replace(/\\(.)/gs, '$1')
}
