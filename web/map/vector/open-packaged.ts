import packagedUrl from 'virtual:base-map'
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
  }
}
