import type { Json } from '#domain/chain/canonical-json.ts'

const longestText = 1000
const mostItems = 100

/**
 * A value as the log keeps it: what PostgreSQL and canonical JSON both can say, and no more than somebody will read. Text
 * comes from outside, so it may be long and strange.
 */
export function cleanJson(value: unknown): Json {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'boolean') return value
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.slice(0, mostItems).map(cleanJson)
  if (typeof value !== 'object' || value === null) return null
  const members = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .slice(0, mostItems)
  return Object.fromEntries(members.map(([name, each]) => [cleanText(name), cleanJson(each)]))
}

function cleanText(text: string): string {
  const cut = text.length > longestText ? `${text.slice(0, longestText)}…` : text
  return cut.toWellFormed().replaceAll('\u0000', '')
}
