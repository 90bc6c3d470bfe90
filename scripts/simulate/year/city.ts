import { chance, seedOf } from '#domain/rehearsal/chance.ts'
import type { FailureReason } from '#domain/failure-reasons.ts'

type Place = { lat: number; lng: number }

/** A door to which things are delivered now and then, and how it usually goes there. */
export type Door = {
  address: string
  name: string
  place: Place
  /** Which depot delivers there. */
  depot: number
  /** How much longer than elsewhere a stop takes. */
  slow: number
  /** How often it fails, and mostly why. */
  fails: number
  reason: FailureReason
  /** How sure its position is. */
  confidence: number
}

export const zone = 'Asia/Jakarta'

export const depots = [
  { name: 'Kemayoran', address: 'Jl. Industri Raya, Kemayoran, Jakarta', location: { lat: -6.155, lng: 106.845 } },
  { name: 'Pasar Minggu', address: 'Jl. Raya Ragunan, Pasar Minggu, Jakarta', location: { lat: -6.284, lng: 106.842 } },
]

/** Zones on the map, each as west, south, east and north. */
export const quarters = [
  { name: 'Central', color: '#2563eb', sides: [106.78, -6.235, 106.88, -6.115] },
  { name: 'East', color: '#d97706', sides: [106.88, -6.33, 106.95, -6.115] },
  { name: 'South', color: '#16a34a', sides: [106.78, -6.33, 106.88, -6.235] },
] as const

const streets = ['Melati', 'Kenanga', 'Cempaka', 'Anggrek', 'Dahlia', 'Mawar', 'Flamboyan', 'Teratai', 'Bougenville']
const first = ['Ayu', 'Bayu', 'Citra', 'Dimas', 'Eka', 'Fajar', 'Gita', 'Hadi', 'Indah', 'Joko', 'Kartika', 'Lestari']
const last = ['Pratama', 'Wijaya', 'Santoso', 'Utami', 'Nugroho', 'Halim', 'Siregar', 'Kusuma', 'Saputra', 'Lubis']

const doorsPerDepot = 320

/** The doors of a city. The same seed has the same ones. */
export function makeDoors(seed: number): Door[] {
  const random = chance(seedOf(seed, 1))
  const of = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  return depots.flatMap(({ location }, depot) =>
    Array.from({ length: doorsPerDepot }, (_, index): Door => {
      const isBad = random() < 0.04
      const isShop = random() < 0.15
      return {
        address: `Jl. ${of(streets)} ${of(['', 'Indah ', 'Raya ', 'Timur '])}No. ${index + 1}, Jakarta`,
        name: isShop ? `Toko ${of(last)}` : `${of(first)} ${of(last)}`,
        place: {
          // The bay is north of the first depot.
          lat: Math.min(-6.118, location.lat + (random() - 0.5) * 0.11),
          lng: location.lng + (random() - 0.5) * 0.16,
        },
        depot,
        slow: isBad ? 1.6 : 0.75 + random() * 0.6,
        fails: isBad ? 0.4 : 0.035,
        reason: isBad
          ? of(['wrong_address', 'address_not_found', 'no_access'] as const)
          : isShop
            ? 'closed'
            : 'not_home',
        confidence: isBad ? 0.45 : 0.75 + Math.round(random() * 25) / 100,
      }
    }),
  )
}
