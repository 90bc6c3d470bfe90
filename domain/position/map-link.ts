import { readCoordinates, type Pair } from './coordinates.ts'
import { findPlusCode } from './plus-code.ts'

/** What a link to a map says about a place. */
export type MapLink = { pair: Pair } | { plusCode: string } | 'short' | 'no position'

const link =
  /(?:https?:\/\/|geo:|(?:www\.|maps\.|m\.)?(?:google|openstreetmap|osm|bing|apple|waze|goo|yandex|here)\.)\S+/i
const shortened =
  /^(?:https?:\/\/)?(?:maps\.app\.goo\.gl|goo\.gl|g\.co|app\.goo\.gl|maps\.apple|osm\.org\/go|bit\.ly|tinyurl\.com|her\.is|binged\.it)\b(?!\.com)/i

/** Parameters that hold a place, by how directly they name it: a pin before the middle of the map. */
const parameters = [
  'mlat',
  'q',
  'query',
  'daddr',
  'destination',
  'coordinate',
  'to',
  'pt',
  'll',
  'latlng',
  'sll',
  'center',
  'cp',
  'map',
]

/**
 * Reads a link that a map app shares: Google, Apple, Bing, OpenStreetMap, Waze, Yandex, HERE, or `geo:`.
 * @returns undefined if the text has no link
 */
export function readMapLink(text: string): MapLink | undefined {
  const address = link.exec(text)?.[0]
  if (!address) return undefined
  if (shortened.test(address)) return 'short'
  const { path, query } = parts(address)
  return (
    ofGeoUri(path) ??
    ofPinData(path) ??
    ofParameters(query, /yandex\./i.test(address)) ??
    ofFragment(address) ??
    ofPath(path) ??
    'no position'
  )
}

function parts(address: string): { path: string; query: Map<string, string> } {
  const [before = '', after = ''] = address.replace(/#.*$/, '').split('?', 2)
  const query = new Map<string, string>()
  for (const part of after.split('&')) {
    const at = part.indexOf('=')
    if (at > 0) query.set(part.slice(0, at).toLowerCase(), decoded(part.slice(at + 1).replaceAll('+', ' ')))
  }
  return { path: decoded(before.replaceAll('+', ' ')), query }
}

/** Percent signs resolved; a text with broken ones stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** `geo:-6.2,106.8`; `geo:0,0` says that the place is in the query. */
function ofGeoUri(path: string): MapLink | undefined {
  const match = /^geo:(?!0,0)([-\d.]+,[-\d.]+)/i.exec(path)
  return match ? ofText(match[1]!) : undefined
}

/** Google's pin, as in `!3d-6.2!4d106.8`. Of several, the last is the destination. */
function ofPinData(path: string): MapLink | undefined {
  const pins = [...path.matchAll(/!3d(-?\d+(?:\.\d+)?)!4d(-?\d+(?:\.\d+)?)/g)]
  const pin = pins.at(-1)
  if (pin) return inOrder(pin[1]!, pin[2]!)
  const stop = [...path.matchAll(/!1d(-?\d+\.\d+)!2d(-?\d+\.\d+)/g)].at(-1)
  return stop && inOrder(stop[2]!, stop[1]!)
}

function ofParameters(query: Map<string, string>, isLngFirst: boolean): MapLink | undefined {
  const lng = query.get('mlon')
  for (const name of parameters) {
    const value = query.get(name)
    const found =
      value === undefined ? undefined : name === 'mlat' && lng ? inOrder(value, lng) : ofText(value, isLngFirst)
    if (found) return found
  }
  return undefined
}

/** OpenStreetMap's `#map=17/-6.2/106.8`. */
function ofFragment(address: string): MapLink | undefined {
  const match = /#(?:.*&)?map=[\d.]+\/(-?[\d.]+)\/(-?[\d.]+)/.exec(address)
  return match ? inOrder(match[1]!, match[2]!) : undefined
}

/** `/place/-6.2,106.8` or a plus code there; else the middle of the map after `@`. */
function ofPath(path: string): MapLink | undefined {
  const named = /\/(?:place|search|dir|plus\.codes)\/(.+?)(?:\/@|\/data=|$)/.exec(path)?.[1] ?? ''
  for (const part of named.split('/').toReversed()) {
    const found = ofText(part)
    if (found) return found
  }
  const middle = /@(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)/.exec(path)
  return middle ? inOrder(middle[1]!, middle[2]!) : undefined
}

function ofText(value: string, isLngFirst = false): MapLink | undefined {
  // `loc:` and `ll.` come before coordinates, a label in brackets or more values after them; Bing writes `~`.
  const plain = value
    .replace(/^(?:loc:|ll\.)\s*/i, '')
    .replace(/\(.*\)$/, '')
    .replace('~', ',')
    .replace(/^([-\d.]+,\s*[-\d.]+),.*$/, '$1')
  const pair = readCoordinates(plain)
  // An unescaped plus in a link means a space.
  if (!pair) return ofCode(value) ?? ofCode(value.replace(' ', '+'))
  return { pair: isLngFirst && pair.order === 'unknown' ? { ...pair, order: 'lng-lat' } : pair }
}

function ofCode(value: string): MapLink | undefined {
  const plusCode = findPlusCode(value)
  return plusCode === undefined ? undefined : { plusCode }
}

const inOrder = (lat: string, lng: string): MapLink => ({
  pair: { first: Number(lat), second: Number(lng), order: 'lat-lng' },
})
