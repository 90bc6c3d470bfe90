import { escapeHtml } from '#domain/escape-html.ts'
import { isSameMark, type StopMark } from './icons/stop-icon.ts'
import { L } from './leaflet.client.ts'
import type { MapPosition, MapStop } from './map-types.ts'

/** @property at its place in the layer, in pixels */
type Drawn = { element: HTMLElement; stop: MapStop; mark: StopMark; at: L.Point }

type Handlers = {
  onPress: (id: string, event: MouseEvent) => void
  onKeyDown: (id: string, event: KeyboardEvent) => void
}

/** A press that moved further than this many pixels has moved the map. */
const pressPixels = 5

/**
 * Draws stops as elements on a map. They are like Leaflet's markers, but a thousand of these, each with listeners and a
 * tooltip of its own, would take half of the time in which a board opens.
 */
export function createStopMarks(map: L.Map, { onPress, onKeyDown }: Handlers) {
  const pane = map.getPane('markerPane')!.appendChild(document.createElement('div'))
  const drawn = new Map<string, Drawn>()
  const tooltip = L.tooltip({ direction: 'top', offset: [0, -12], className: 'karta-tooltip' })
  const stopListening = listen(pane, {
    find: (target) =>
      drawn.get(target instanceof Element ? (target.closest<HTMLElement>('[data-stop]')?.dataset.stop ?? '') : ''),
    onPress,
    onKeyDown,
    onPoint(pointed) {
      tooltip.remove()
      if (pointed) tooltip.setLatLng(pointed.stop.position).setContent(escapeHtml(pointed.stop.title)).addTo(map)
    },
    onFocus: ({ stop }) => map.panInside(stop.position, { padding: [26, 26] }),
  })
  const placeAll = () => {
    for (const each of drawn.values()) {
      each.at = map.latLngToLayerPoint(each.stop.position)
      place(each.element, each.at)
    }
  }
  const zoomTo = ({ center, zoom }: L.ZoomAnimEvent) => {
    const corner = map
      .project(center, zoom)
      .subtract(map.getSize().divideBy(2))
      .add(L.DomUtil.getPosition(map.getPane('mapPane')!))
      .round()
    for (const { element, stop, at } of drawn.values())
      glide(element, map.project(stop.position, zoom).subtract(corner).round().subtract(at))
  }
  map.on('zoom viewreset', placeAll).on('zoomanim', zoomTo)

  return {
    /** Draws these, and no others. What was drawn before is changed in place, so that a focused one keeps the focus. */
    show(stops: readonly MapStop[], markOf: (stop: MapStop) => StopMark): void {
      const ids = new Set(stops.map(({ id }) => id))
      for (const [id, { element }] of drawn) {
        if (ids.has(id)) continue
        element.remove()
        drawn.delete(id)
      }
      const added = document.createDocumentFragment()
      for (const stop of stops) {
        const [before, mark] = [drawn.get(stop.id), markOf(stop)]
        const element = before?.element ?? added.appendChild(newElement(stop.id))
        if (!before || before.stop.title !== stop.title) element.setAttribute('aria-label', stop.title)
        if (!before || !isSameMark(before.mark, mark)) look(element, mark)
        const isPlaced = before && isSamePlace(before.stop.position, stop.position)
        const at = isPlaced ? before.at : map.latLngToLayerPoint(stop.position)
        if (!isPlaced) place(element, at)
        drawn.set(stop.id, { element, stop, mark, at })
      }
      pane.append(added)
    },
    positions: () => [...drawn.values()].map(({ stop }) => stop.position),
    elementOf: (id: string) => drawn.get(id)?.element,
    remove(): void {
      stopListening()
      tooltip.remove()
      map.off('zoom viewreset', placeAll).off('zoomanim', zoomTo)
      pane.remove()
    },
  }
}

type Listening = Handlers & {
  find: (target: EventTarget | null) => Drawn | undefined
  /** The mark under the pointer or with the focus, or none any more. */
  onPoint: (pointed: Drawn | null) => void
  onFocus: (focused: Drawn) => void
}

/** Listens once for all marks. The map is told of no press on them. */
function listen(pane: HTMLElement, { find, onPress, onKeyDown, onPoint, onFocus }: Listening): () => void {
  const controls = new AbortController()
  let pressedAt = { clientX: 0, clientY: 0 }
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    act: (found: Drawn, event: HTMLElementEventMap[Name]) => void,
  ) =>
    pane.addEventListener(
      name,
      (event) => {
        const found = find(event.target)
        if (found) act(found, event)
      },
      controls,
    )
  on('pointerdown', (_, event) => {
    pressedAt = event
  })
  on('click', ({ stop }, event) => {
    event.stopPropagation()
    // One without a pointer, by a screen reader, has no place.
    const far = Math.hypot(event.clientX - pressedAt.clientX, event.clientY - pressedAt.clientY)
    if (event.detail === 0 || far <= pressPixels) onPress(stop.id, event)
  })
  on('dblclick', (_, event) => event.stopPropagation())
  on('keydown', ({ stop }, event) => onKeyDown(stop.id, event))
  on('pointerover', (found) => onPoint(found))
  on('pointerout', () => onPoint(null))
  on('focusin', (found, event) => {
    if (!(event.target as Element).matches(':focus-visible')) return
    onFocus(found)
    onPoint(found)
  })
  on('focusout', () => onPoint(null))
  return () => controls.abort()
}

function newElement(id: string): HTMLElement {
  const element = document.createElement('div')
  element.setAttribute('role', 'button')
  element.tabIndex = -1
  element.dataset.stop = id
  return element
}

/** Names of Leaflet's classes: they place the element, move it while the map zooms, and let it be pressed. */
const leafletClasses = 'leaflet-marker-icon leaflet-zoom-animated leaflet-interactive'

function look(element: HTMLElement, { className, label, color, ring }: StopMark): void {
  element.className = `${leafletClasses} ${className}`
  element.dataset.label = label
  element.style.setProperty('--mark', color)
  if (ring) element.style.setProperty('--ring', ring)
}

/** Not with a transform: a thousand of them took a sixth of the time in which a board opens. */
function place(element: HTMLElement, { x, y }: L.Point): void {
  element.style.left = `${x}px`
  element.style.top = `${y}px`
  element.style.transform = ''
}

/** Moves it from its place while the map zooms. */
function glide(element: HTMLElement, { x, y }: L.Point): void {
  element.style.transform = `translate(${x}px, ${y}px)`
}

const isSamePlace = (one: MapPosition, other: MapPosition) => one.lat === other.lat && one.lng === other.lng
