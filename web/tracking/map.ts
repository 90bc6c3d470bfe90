import type { Tracking } from '#domain/schema/tracking.ts'
import type { Words } from '#domain/tracking/page/words.ts'
import type { VanMap } from './van-map.ts'

let opening: Promise<VanMap> | undefined

/** Shows the map while the van is near. Its code and Leaflet are loaded when it is first needed. */
export function showMap(element: HTMLElement, { van, location }: Tracking, words: Words): void {
  element.hidden = van === null
  if (!van) return
  opening ??= import('./van-map.ts').then(({ openVanMap }) => openVanMap(element, words))
  void opening.then((map) => map.show(van, location)).catch(() => (element.hidden = true))
}
