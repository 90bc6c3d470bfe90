import { csvLine } from '../import/csv-cell.ts'
import type { Location } from '../geo.ts'
import { learnedKinds, type LearnedKind, type LearnedState } from './learned-kinds.ts'

/** What was learned of an address, as a file says it. */
export type LearnedInFile = {
  kind: LearnedKind
  state: LearnedState
  location: Location | null
  minutes: number | null
  spread: number
  seen: number
  first_at: string
  last_at: string
}

/** An address of the address book, or one that only visits know. */
export type AddressInFile = {
  address: string
  label: string | null
  aliases: string[]
  location: Location | null
  entrance: Location | null
  parking: Location | null
  gate_code: string | null
  service_minutes: number | null
  notes: string | null
  learned: LearnedInFile[]
}

const places = ['location', 'entrance', 'parking'] as const
const header = [
  'address',
  'name',
  'other_spellings',
  ...places.flatMap((place) => [`${place}_lat`, `${place}_lng`]),
  'gate_code',
  'service_minutes',
  'notes',
  ...learnedKinds.flatMap((kind) =>
    (kind === 'service' ? ['minutes'] : ['lat', 'lng'])
      .concat('state', 'seen', 'spread', 'last_seen')
      .map((of) => `learned_${kind}_${of}`),
  ),
]

/** A line for each address. No spreadsheet runs a cell as a formula. */
export function addressesCsv(addresses: readonly AddressInFile[]): string {
  const rows = addresses.map((each) => [
    each.address,
    each.label,
    each.aliases.join('; '),
    ...places.flatMap((place) => [each[place]?.lat, each[place]?.lng]),
    each.gate_code,
    each.service_minutes,
    each.notes,
    ...learnedKinds.flatMap((kind) =>
      learnedCells(
        kind,
        each.learned.find((learned) => learned.kind === kind),
      ),
    ),
  ])
  return [header, ...rows].map(csvLine).join('')
}

function learnedCells(kind: LearnedKind, learned: LearnedInFile | undefined) {
  const value = kind === 'service' ? [learned?.minutes] : [learned?.location?.lat, learned?.location?.lng]
  return [...value, learned?.state, learned?.seen, learned && Math.round(learned.spread * 10) / 10, learned?.last_at]
}

const bookPlaces = { pin: 'location', entrance: 'entrance', parking: 'parking' } as const

/**
 * The places as GeoJSON (RFC 7946): a point for each pin, entrance and parking, of the address book and learned ones. Gate
 * codes and notes are left out, so that the file can be passed on.
 */
export function addressesGeoJson(addresses: readonly AddressInFile[]): string {
  const features = addresses.flatMap(({ address, label, learned, service_minutes, ...entry }) => {
    const own = { address, name: label }
    const service = learned.find(({ kind }) => kind === 'service')
    const inBook = Object.entries(bookPlaces).flatMap(([kind, field]) => {
      const minutes = kind === 'pin' ? { service_minutes: service_minutes ?? service?.minutes ?? null } : {}
      return entry[field] ? [point(entry[field], { ...own, kind, source: 'book', ...minutes })] : []
    })
    const seen = learned.flatMap(({ kind, location, spread, minutes: _, ...rest }) =>
      location ? [point(location, { ...own, kind, source: 'visits', spread_m: Math.round(spread), ...rest })] : [],
    )
    return [...inBook, ...seen]
  })
  return JSON.stringify({ type: 'FeatureCollection', features })
}

/** To about 10 centimeters. */
const exact = (degrees: number) => Math.round(degrees * 1e6) / 1e6

const point = ({ lat, lng }: Location, properties: object) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [exact(lng), exact(lat)] },
  properties,
})
