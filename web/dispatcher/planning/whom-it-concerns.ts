import type { CallError } from '#web/lib/call.ts'

/** Named at most; a longer list helps nobody. */
const named = 5

/** Which deliveries and drivers stand in the way, when a refusal names them; empty otherwise. */
export function whomItConcerns(error: Pick<CallError, 'detail'>): string {
  const numbers = list(error.detail.numbers)
  const drivers = list(error.detail.drivers)
  return [
    numbers.length > 0 &&
      `${numbers.length === 1 ? 'Delivery' : 'Deliveries'} ${inWords(numbers.map((each) => `#${each}`))}.`,
    drivers.length > 0 && `${drivers.length === 1 ? 'Driver' : 'Drivers'} ${inWords(drivers)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function list(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function inWords(items: string[]): string {
  const more = items.length - named
  return more > 0 ? `${items.slice(0, named).join(', ')} and ${more} more` : items.join(', ')
}
