import type { CallError } from '#web/lib/call.ts'

/** The most names to list. A longer list helps nobody. */
const longest = 5

/** The deliveries and drivers that a refusal names, or an empty text. */
export function whomItConcerns(error: Pick<CallError, 'detail'>): string {
  const numbers = list(error.detail.numbers)
  const drivers = list(error.detail.drivers)
  const named = [
    numbers.length > 0 && `${numbers.length === 1 ? 'delivery' : 'deliveries'} ${inWords(numbers.map(hash))}`,
    drivers.length > 0 && `${drivers.length === 1 ? 'driver' : 'drivers'} ${inWords(drivers)}`,
  ].filter(Boolean)
  return named.length > 0 ? `Affected: ${named.join('; ')}.` : ''
}

const hash = (number: string) => `#${number}`

function list(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function inWords(items: string[]): string {
  const more = items.length - longest
  return more > 0 ? `${items.slice(0, longest).join(', ')} and ${more} more` : items.join(', ')
}
