import type { Hit } from '#domain/address/judge-hit.ts'
import { mostHits, objectOf, placeOf, readEach, textOf, type Dialect } from './dialect.ts'

/** https://nominatim.org/release-docs/latest/api/Search/ */
export const nominatim: Dialect = {
  completesWords: false,
  ask: ({ address, countries, language, near }) => ({
    path: '/search',
    query: {
      q: address,
      format: 'jsonv2',
      addressdetails: 1,
      limit: mostHits,
      countrycodes: countries.join(',') || undefined,
      'accept-language': language,
      // A preference, not a limit: about 50 km around the first depot.
      viewbox: near[0] && boxAround(near[0]),
    },
  }),
  read: (answer) => readEach(answer, readResult),
}

function readResult(result: Record<string, unknown>): Hit | undefined {
  const location = placeOf(result.lat, result.lon)
  const label = textOf(result.display_name)
  if (!location || !label) return undefined
  const address = objectOf(result.address)
  const houseNumber = textOf(address.house_number)
  return {
    location,
    label,
    layer: layerOf(result, houseNumber),
    name: textOf(result.name),
    houseNumber,
    postcode: textOf(address.postcode),
    country: textOf(address.country_code)?.toLowerCase() ?? null,
  }
}

/** Rank 30 is a point or building, 26 and 27 are streets, and everything below is an area. */
function layerOf(result: Record<string, unknown>, houseNumber: string | null): Hit['layer'] {
  const rank = Number(result.place_rank)
  if (result.addresstype === 'postcode' || result.type === 'postcode') return 'area'
  if (result.category === 'place' && result.type === 'houses') return 'interpolated'
  if (rank >= 28) return houseNumber && !textOf(result.name) ? 'house' : 'place'
  return rank === 26 || rank === 27 ? 'street' : 'area'
}

function boxAround({ lat, lng }: { lat: number; lng: number }): string {
  return [lng - 0.5, lat + 0.5, lng + 0.5, lat - 0.5].map((degrees) => degrees.toFixed(4)).join(',')
}
