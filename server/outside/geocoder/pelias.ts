import type { Hit } from '#domain/address/judge-hit.ts'
import { mostHits, objectOf, pointOf, readEach, textOf, type Dialect } from './dialect.ts'

/** https://github.com/pelias/documentation/blob/master/search.md */
export const pelias: Dialect = {
  completesWords: true,
  ask: ({ address, countries, language, near, isTyping }) => ({
    path: isTyping ? '/v1/autocomplete' : '/v1/search',
    query: {
      text: address,
      size: mostHits,
      lang: language,
      'boundary.country': countries.map((country) => country.toUpperCase()).join(',') || undefined,
      'focus.point.lat': near[0]?.lat,
      'focus.point.lon': near[0]?.lng,
    },
  }),
  read: (answer) => readEach(objectOf(answer).features, readFeature),
}

function readFeature(feature: Record<string, unknown>): Hit | undefined {
  const location = pointOf(feature)
  const found = objectOf(feature.properties)
  const text = (name: string) => textOf(found[name])
  const label = text('label') ?? text('name')
  if (!location || !label) return undefined
  return {
    location,
    label,
    layer: layerOf(text('layer'), text('match_type'), text('accuracy')),
    name: text('layer') === 'venue' ? text('name') : null,
    houseNumber: text('housenumber'),
    postcode: text('postalcode'),
    country: text('country_code')?.toLowerCase() ?? null,
  }
}

function layerOf(layer: string | null, matchType: string | null, accuracy: string | null): Hit['layer'] {
  if (layer === 'venue') return 'place'
  if (layer === 'street') return 'street'
  if (layer !== 'address') return 'area'
  return matchType === 'interpolated' || accuracy === 'interpolated' ? 'interpolated' : 'house'
}
