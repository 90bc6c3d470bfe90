import packagedUrl from 'virtual:base-map'
import { placesAround } from './places-around.ts'
import { describePosition } from './nearby.ts'
import { packagedLook } from './packaged-look.ts'
import { drawArchive, openArchive, type VectorMap } from './vector-map.ts'

const credits =
  'Natural Earth, <a href="https://www.geonames.org/">GeoNames</a> (<a href="https://creativecommons.org/licenses/by/4.0/">CC BY</a>)'

/** The map that Karta ships: coasts, borders and place names. */
export async function openPackaged(): Promise<VectorMap> {
  const opened = await openArchive(new URL(packagedUrl, location.href).href)
  return {
    credits,
    draw: (map, onLost) => drawArchive(map, opened, packagedLook(getComputedStyle(map.getContainer())), onLost),
    describe: async (at) => describePosition(at, await placesAround(opened.archive, at).catch(() => [])),
  }
}
