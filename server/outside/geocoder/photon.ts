import type { Hit } from '#domain/address/judge-hit.ts'
import { mostHits, objectOf, pointOf, readEach, textOf, type Dialect } from './dialect.ts'

/** https://github.com/komoot/photon#search-api */
export const photon: Dialect = {
  completesWords: true,
  ask: ({ address, countries, language, near }) => ({
    path: '/api',
    query: {
      q: address,
      limit: mostHits,
      lang: language,
      lat: near[0]?.lat,
      lon: near[0]?.lng,
      // Photon takes one country only.
      countrycode: countries.length === 1 ? countries[0]!.toUpperCase() : undefined,
    },
  }),
  read: (answer) => readEach(objectOf(answer).features, readFeature),
}

function readFeature(feature: Record<string, unknown>): Hit | undefined {
  const location = pointOf(feature)
  if (!location) return undefined
  const found = objectOf(feature.properties)
  const text = (name: string) => textOf(found[name])
  const [name, houseNumber] = [text('name'), text('housenumber')]
  const street = [text('street'), houseNumber].filter(Boolean).join(' ')
  const parts = [name, street, text('district'), text('city'), text('postcode'), text('country')]
  const label = [...new Set(parts.filter(Boolean))].join(', ')
  if (!label) return undefined
  return {
    location,
    label,
    layer: layerOf(text('type'), name, houseNumber),
    name,
    houseNumber,
    postcode: text('postcode'),
    country: text('countrycode')?.toLowerCase() ?? null,
  }
}

function layerOf(type: string | null, name: string | null, houseNumber: string | null): Hit['layer'] {
  if (type === 'house') return houseNumber && !name ? 'house' : 'place'
  return type === 'street' ? 'street' : 'area'
}
