import type { RecipientKey } from '#domain/schema/recipient.ts'

/** Finding more than this says nothing about one person. */
export const mostFound = 2000
/** An erasure of more is refused. */
export const mostErased = 20_000
/** How many deliveries one transaction erases. The audit log names them in one entry, which holds no more. */
export const erasedAtOnce = 100

/** Short texts are part of too many others: they count only if they are all that a value says. */
const shortest = 4

/** Groups as the database's functions take them. */
export const toGiven = (groups: RecipientKey[]): string => JSON.stringify(groups)

/** Patterns for LIKE that find these values in JSON in lower case, as JSON writes them. */
export function patternsOf(wanted: readonly string[]): string[] {
  return wanted.map((value) => {
    const written = JSON.stringify(value.toLowerCase())
    const found = value.length < shortest ? written : written.slice(1, -1)
    return `%${found.replace(/[\\%_]/g, '\\$&')}%`
  })
}

/** A regular expression that finds the phone numbers among these values, however they are written. Null without one. */
export function phonePattern(wanted: readonly string[]): string | null {
  const numbers = wanted.filter((value) => /^\+?\d{7,15}$/.test(value))
  // The end of a number is the same with and without its country.
  return numbers.map((number) => number.slice(-9).split('').join('[ ().-]*')).join('|') || null
}

/** Tells whether a text, which may be JSON that escapes more than it has to, says one of these values. */
export function finderOf(wanted: readonly string[]): (text: string) => boolean {
  const values = wanted.map((value) => value.toLowerCase())
  const long = values.filter((value) => value.length >= shortest)
  const short = new Set(values.filter((value) => value.length < shortest))
  const pattern = phonePattern(wanted)
  const phones = pattern === null ? undefined : new RegExp(pattern)
  const isIn = (text: string) => {
    const lower = text.toLowerCase()
    return short.has(lower) || long.some((value) => lower.includes(value)) || phones?.test(text) === true
  }
  const isSaidBy = (value: unknown): boolean => {
    if (typeof value === 'object' && value !== null) {
      return Object.entries(value).some(([name, each]) => isIn(name) || isSaidBy(each))
    }
    return value !== null && isIn(String(value))
  }
  return (text) => {
    try {
      return isSaidBy(JSON.parse(text))
    } catch {
      return isIn(text)
    }
  }
}

export function fileName(now: Date): string {
  return `karta-recipient-${now.toISOString().slice(0, 10)}.json`
}
