import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Papa from 'papaparse'
import type { Location } from '#domain/geo.ts'
import { startDouble, type Double, type Received, type Reply } from '../double-server.ts'

type Behavior = {
  mood: 'well' | 'down' | 'silent' | 'busy' | 'refuses'
  /** What is replied instead of an answer, to see what becomes of nonsense. */
  body?: string | object
}

export type GeocoderDouble = Double & { behave(change: Partial<Behavior>): void }

/** A place that the double knows. A street has no house, an area no street. */
type Place = { name: string | null; street: string | null; house: string | null; district: string; at: Location }

const samples = join(import.meta.dirname, '..', '..', '..', 'samples', 'jakarta-deliveries.csv')
const jakarta: Place = { name: null, street: null, house: null, district: 'Jakarta', at: { lat: -6.2, lng: 106.82 } }

/** The places of the sample deliveries, their streets and districts, and Jakarta. */
export function knownToDouble(): Place[] {
  const rows = Papa.parse<Record<string, string>>(readFileSync(samples, 'utf8'), { header: true, skipEmptyLines: true })
  const places = rows.data.map(({ delivery_address = '', lat, lng }): Place => {
    const [name = '', street = '', district = 'Jakarta'] = delivery_address.split(',').map((part) => part.trim())
    const [, road = street, house = null] = /^(.*?)\s*(?:No\.|Kav\.)\s*(\S+)$/.exec(street) ?? []
    return { name, street: road, house, district, at: { lat: Number(lat), lng: Number(lng) } }
  })
  const streets = firstOf(places, ({ street }) => street).map((place) => ({ ...place, name: null, house: null }))
  const districts = firstOf(places, ({ district }) => district).map((place) => ({
    ...place,
    name: null,
    house: null,
    street: null,
  }))
  return [...places, ...streets, ...districts, jakarta]
}

function firstOf(places: Place[], by: (place: Place) => string | null): Place[] {
  return [...new Map(places.toReversed().map((place) => [by(place), place])).values()].filter((place) => by(place))
}

/**
 * A geocoder that knows the sample addresses and the streets and districts they are in. It speaks like Nominatim, Photon
 * and Pelias, each at its own paths.
 */
export async function startGeocoderDouble({ port }: { port?: number } = {}): Promise<GeocoderDouble> {
  const is: Behavior = { mood: 'well' }
  const places = knownToDouble()
  const answer = ({ url, method }: Received): Reply | null => {
    if (is.mood === 'silent') return null
    if (is.mood === 'down') return { status: 503, body: 'Service unavailable' }
    if (is.mood === 'busy') return { status: 429, body: 'Too many requests' }
    if (is.mood === 'refuses') return { status: 403, body: { error: 'Invalid key' } }
    const dialect = dialects[url.pathname]
    if (method !== 'GET' || !dialect) return { status: 404, body: 'Not found' }
    if (is.body !== undefined) return { status: 200, body: is.body }
    const { param, completes, write } = dialect
    const asked = url.searchParams.get(param)
    const found = find(places, asked ?? '')
    const beginning = completes && found.length === 0 ? complete(places, asked ?? '') : []
    return asked
      ? { status: 200, body: write([...found, ...beginning]) }
      : { status: 400, body: { error: 'Nothing asked' } }
  }
  const double = await startDouble(answer, port)
  return { ...double, behave: (change) => void Object.assign(is, change) }
}

/** The places that have all words of one name or street in common with the question, the best first. */
function find(places: Place[], asked: string): Place[] {
  const words = new Set(wordsOf(asked))
  const known = (text: string | null) => {
    const wanted = wordsOf(text ?? '')
    return wanted.length > 0 && wanted.every((word) => words.has(word)) ? wanted.length : 0
  }
  return places
    .map((place) => {
      const street = known(place.street)
      const house = place.house && street ? known(place.house) * 3 : 0
      const name = known(place.name) * 3
      const fits =
        place.name || place.house
          ? Math.max(name, house ? street + house : 0)
          : place.street
            ? street
            : known(place.district) / 2
      return { place, fits: fits && fits + known(place.district) / 4 }
    })
    .filter(({ fits }) => fits > 0)
    .toSorted((a, b) => b.fits - a.fits)
    .slice(0, 5)
    .map(({ place }) => place)
}

/** The places with a word that begins with each word of the question. */
function complete(places: Place[], asked: string): Place[] {
  const beginnings = wordsOf(asked)
  const fits = (place: Place) => {
    const words = wordsOf([place.name, place.street, place.house, place.district].join(' '))
    return beginnings.every((beginning) => words.some((word) => word.startsWith(beginning)))
  }
  return beginnings.length ? places.filter(fits).slice(0, 5) : []
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word && !['jl', 'jalan', 'no', 'kav'].includes(word))

const labelOf = ({ name, street, house, district }: Place) =>
  [
    name,
    street && [street, house].filter(Boolean).join(' '),
    district,
    district === 'Jakarta' ? null : 'Jakarta',
    'Indonesia',
  ]
    .filter(Boolean)
    .join(', ')

type Layer = 'house' | 'place' | 'street' | 'area'
const layerOf = ({ name, street, house }: Place): Layer =>
  name ? 'place' : house ? 'house' : street ? 'street' : 'area'

const asNominatim = (place: Place, index: number) => ({
  place_id: index + 1,
  osm_type: 'way',
  osm_id: 1000 + index,
  lat: String(place.at.lat),
  lon: String(place.at.lng),
  category: place.name ? 'amenity' : place.street ? 'highway' : 'boundary',
  type: place.name ? 'building' : place.street ? 'residential' : 'administrative',
  place_rank: place.name || place.house ? 30 : place.street ? 26 : 16,
  addresstype: place.name ? 'amenity' : place.street ? 'road' : 'city',
  name: place.name ?? '',
  display_name: labelOf(place),
  address: {
    ...(place.house && { house_number: place.house }),
    ...(place.street && { road: place.street }),
    city: 'Jakarta',
    country: 'Indonesia',
    country_code: 'id',
  },
})

const feature = (place: Place, properties: object) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [place.at.lng, place.at.lat] },
  properties,
})

const asPhoton = (place: Place) =>
  feature(place, {
    ...(place.name && { name: place.name }),
    ...(place.house && { housenumber: place.house }),
    ...(place.street && { street: place.street }),
    district: place.district,
    city: 'Jakarta',
    country: 'Indonesia',
    countrycode: 'ID',
    type: { house: 'house', place: 'house', street: 'street', area: 'district' }[layerOf(place)],
  })

const asPelias = (place: Place) =>
  feature(place, {
    layer: { house: 'address', place: 'venue', street: 'street', area: 'locality' }[layerOf(place)],
    name: place.name ?? place.street ?? place.district,
    label: labelOf(place),
    ...(place.house && { housenumber: place.house }),
    match_type: 'exact',
    accuracy: layerOf(place) === 'area' ? 'centroid' : 'point',
    country_code: 'ID',
  })

const collection = (write: (place: Place) => object) => (found: Place[]) => ({
  type: 'FeatureCollection',
  features: found.map(write),
})
const dialects: Record<string, { param: string; completes?: true; write: (found: Place[]) => object }> = {
  '/search': { param: 'q', write: (found) => found.map(asNominatim) },
  '/api': { param: 'q', completes: true, write: collection(asPhoton) },
  '/v1/search': { param: 'text', write: collection(asPelias) },
  '/v1/autocomplete': { param: 'text', completes: true, write: collection(asPelias) },
}
