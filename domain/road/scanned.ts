import { parcelCode } from '../parcel-code.ts'

type Coded = { id: string; number: number; parcels: { code: string | null }[] }

/** Scanners and people write codes with and without blanks and capitals. */
export const codeKey = (code: string) => code.trim().toUpperCase()

/** What is on the labels of a delivery, in the order of its parcels. One without parcels has one label. */
export function codesOf(delivery: Pick<Coded, 'number' | 'parcels'>): string[] {
  const count = Math.max(1, delivery.parcels.length)
  return Array.from({ length: count }, (_, index) => parcelCode(delivery, index))
}

/** What a scanned code is: a parcel of the delivery, one that was scanned before, another delivery's, or unknown. */
export type Scanned =
  | { is: 'right' | 'again'; index: number }
  | { is: 'other'; delivery_id: string; number: number; index: number }
  | { is: 'unknown' }

/**
 * Finds out what a code is that was scanned for a delivery.
 * @param earlier codes that were scanned for it before
 * @param others the other deliveries of the route, which the driver may have mixed up with it
 */
export function whatWasScanned(
  code: string,
  delivery: Coded,
  { earlier = [], others = [] }: { earlier?: string[]; others?: Coded[] } = {},
): Scanned {
  const key = codeKey(code)
  const index = placeOf(key, delivery)
  if (index >= 0) return { is: earlier.some((each) => codeKey(each) === key) ? 'again' : 'right', index }
  for (const other of others) {
    const at = placeOf(key, other)
    if (at >= 0 && other.id !== delivery.id) {
      return { is: 'other', delivery_id: other.id, number: other.number, index: at }
    }
  }
  return { is: 'unknown' }
}

const placeOf = (key: string, delivery: Coded) => codesOf(delivery).findIndex((each) => codeKey(each) === key)
