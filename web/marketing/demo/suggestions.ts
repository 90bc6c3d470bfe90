import type { Position } from './route-stop.ts'

export type Suggestion = { name: string; address: string; position: Position }

/** The locations that address fields suggest: well-known places in Jakarta. */
export const sampleLocations = [
  {
    name: 'Monumen Nasional',
    address: 'Monumen Nasional, Jl. Medan Merdeka, Gambir, Jakarta Pusat 10110',
    position: { lat: -6.1754, lng: 106.8272 },
  },
  {
    name: 'Taman Ismail Marzuki',
    address: 'Taman Ismail Marzuki, Jl. Cikini Raya No. 73, Menteng, Jakarta Pusat 10330',
    position: { lat: -6.1905, lng: 106.839 },
  },
  {
    name: 'Plaza Senayan',
    address: 'Plaza Senayan, Jl. Asia Afrika No. 8, Gelora, Jakarta Pusat 10270',
    position: { lat: -6.2254, lng: 106.7993 },
  },
  {
    name: 'Museum Fatahillah',
    address: 'Museum Fatahillah, Jl. Taman Fatahillah No. 1, Taman Sari, Jakarta Barat 11110',
    position: { lat: -6.1352, lng: 106.8133 },
  },
  {
    name: 'Mal Kelapa Gading',
    address: 'Mal Kelapa Gading, Jl. Boulevard Raya, Kelapa Gading, Jakarta Utara 14240',
    position: { lat: -6.1577, lng: 106.908 },
  },
  {
    name: 'Pondok Indah Mall',
    address: 'Pondok Indah Mall, Jl. Metro Pondok Indah, Kebayoran Lama, Jakarta Selatan 12310',
    position: { lat: -6.2657, lng: 106.7843 },
  },
  {
    name: 'Stasiun Jatinegara',
    address: 'Stasiun Jatinegara, Jl. Bekasi Barat Raya, Jatinegara, Jakarta Timur 13310',
    position: { lat: -6.2151, lng: 106.8704 },
  },
  {
    name: 'Taman Mini Indonesia Indah',
    address: 'Taman Mini Indonesia Indah, Jl. Taman Mini I, Cipayung, Jakarta Timur 13820',
    position: { lat: -6.3024, lng: 106.8952 },
  },
] as const satisfies readonly Suggestion[]

/** Suggestions show once more than this many characters are typed. */
const typedAtLeast = 2

/** The sample locations that contain every typed word. */
export function suggestionsFor(typed: string): readonly Suggestion[] {
  if (typed.trim().length <= typedAtLeast) return []
  const words = wordsOf(typed)
  return sampleLocations.filter(({ address }) => {
    const text = address.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** The sample location with this exact address, ignoring spacing and case. */
export function sampleAt(address: string): Suggestion | undefined {
  const typed = wordsOf(address).join(' ')
  return sampleLocations.find((sample) => wordsOf(sample.address).join(' ') === typed)
}

/**
 * The sample location that shares the most words with a typed address. Only ever offered, never assumed: a shared word
 * doesn't prove it is the same place.
 */
export function closestSample(address: string): Suggestion | undefined {
  const typed = new Set(tellingWords(address))
  const shared = (sample: Suggestion) => tellingWords(sample.address).filter((word) => typed.has(word)).length
  const best = sampleLocations.reduce((one, other) => (shared(other) > shared(one) ? other : one))
  return shared(best) > 0 ? best : undefined
}

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean)

/** Words too common in Jakarta addresses to mean anything. */
const commonWords = new Set([
  'jakarta',
  'jalan',
  'indonesia',
  'raya',
  'taman',
  'pusat',
  'barat',
  'timur',
  'utara',
  'selatan',
])
const tellingWords = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter((word) => word.length > 3 && !commonWords.has(word))
