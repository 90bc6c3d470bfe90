import { describe, expect, test } from 'vitest'
import { judgeHit, rankHits, type Hit } from './judge-hit.ts'

const hit = (fields: Partial<Hit> = {}): Hit => ({
  location: { lat: -6.19, lng: 106.82 },
  label: 'Jalan Thamrin 10, Jakarta',
  layer: 'house',
  name: null,
  houseNumber: '10',
  postcode: null,
  country: 'id',
  ...fields,
})
const address = 'Jl. M.H. Thamrin No. 10, Jakarta 10350'
const kind = (text: string, fields?: Partial<Hit>) => judgeHit(text, hit(fields)).kind

describe('the kind of a hit', () => {
  test('the right house is the house', () => {
    expect(judgeHit(address, hit())).toMatchObject({ kind: 'house', confidence: 0.95 })
    expect(kind(address, { postcode: '10350' })).toBe('house')
    expect(kind('Jl. Thamrin 10', { postcode: '10350' })).toBe('house')
  })

  test('another postcode is doubtful even if street and number agree', () => {
    expect(judgeHit(address, hit({ postcode: '40111' }))).toMatchObject({ kind: 'other_postcode', confidence: 0.5 })
  })

  test('a neighbor or a computed point is near', () => {
    expect(judgeHit(address, hit({ houseNumber: '12' }))).toMatchObject({ kind: 'near_house', confidence: 0.7 })
    expect(kind(address, { layer: 'interpolated' })).toBe('near_house')
    expect(kind(address, { houseNumber: '110' })).toBe('other_house')
  })

  test('a street is a street, also if some house of it was found for an address without number', () => {
    expect(kind(address, { layer: 'street', houseNumber: null })).toBe('street')
    expect(kind('Jl. M.H. Thamrin, Jakarta')).toBe('street')
  })

  test('a place counts if the address names it', () => {
    const place = { layer: 'place', name: 'Plaza Indonesia', houseNumber: null } as const
    expect(judgeHit('Plaza Indonesia, Jl. Thamrin Kav.28-30', hit(place))).toMatchObject({
      kind: 'place',
      confidence: 0.9,
    })
    expect(kind('Jl. Thamrin 10', place)).toBe('other_house')
  })

  test('the middle of a city is an area, and another country is worse', () => {
    expect(judgeHit(address, hit({ layer: 'area' }))).toMatchObject({ kind: 'area', confidence: 0.2 })
    expect(judgeHit(address, hit(), { countries: ['sg'] })).toMatchObject({ kind: 'other_country', confidence: 0.1 })
  })

  test('a British postcode that disagrees is not mistaken for a house number', () => {
    expect(kind('221B Baker Street, London NW1 6XE', { houseNumber: '221B', postcode: 'NW1 6XE' })).toBe('house')
  })
})

describe('the order of hits', () => {
  const jakarta = { lat: -6.19, lng: 106.82 }
  const bandung = { lat: -6.91, lng: 107.61 }

  test('the best fit comes first', () => {
    const ranked = rankHits(address, [hit({ layer: 'street' }), hit(), hit({ layer: 'area' })])
    expect(ranked.map((each) => each.kind)).toEqual(['house', 'street', 'area'])
  })

  test('the same street in two cities is not trusted', () => {
    const ranked = rankHits(address, [hit({ location: bandung }), hit({ location: jakarta })])
    expect(ranked[0]).toMatchObject({ kind: 'ambiguous', confidence: 0.5 })
  })

  test('a depot in one of the two cities decides', () => {
    const near = [{ lat: -6.155, lng: 106.845 }]
    const ranked = rankHits(address, [hit({ location: bandung }), hit({ location: jakarta })], { near })
    expect(ranked[0]).toMatchObject({ kind: 'house', location: jakarta })
  })
})
