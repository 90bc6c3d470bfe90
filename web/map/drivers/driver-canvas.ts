import type { L } from '../leaflet.client.ts'
import { onThemeChange } from '../on-theme-change.ts'
import type { PositionStore, Track } from '../position-store.ts'
import { groupsOf, type Group } from './groups.ts'
import { viewOf, type ViewNow } from './map-view-now.ts'
import type { DriverLook } from './mark-shapes.ts'
import { boxSize, markSprites } from './mark-sprites.ts'

type Shown = { look: DriverLook; track: Track }
type Drawn = { group: Group<Shown>; x: number; y: number; radius: number }

/** While only marks move, a frame in so many milliseconds is enough. */
const glideFrameMs = 30
/** Who hides whom is looked at again this often. */
const regroupMs = 1000
/** From this zoom on, marks have initials, unless there are very many. */
const labelZoom = 14
const mostLabels = 250

/** Where drivers are, and how their marks go on. */
export type DriverPlaces = Pick<PositionStore, 'get' | 'advance' | 'onFrame'>

/**
 * Draws all drivers on one canvas above the map: a frame when something moves, and none when nothing does.
 * @param leastMs between two frames in which only marks move
 */
export function driverCanvas(map: L.Map, store: DriverPlaces, leastMs = glideFrameMs) {
  const canvas = document.createElement('canvas')
  canvas.className = 'karta-drivers'
  map.getContainer().append(canvas)
  const context = canvas.getContext('2d')!
  let looks: ReadonlyMap<string, DriverLook> = new Map()
  let selectedId: string | undefined
  let groups: Group<Shown>[] = []
  let drawn: Drawn[] = []
  let grouped = { at: -Infinity, zoom: NaN }
  let [frame, drawnAt] = [0, 0]
  let isViewMoving = true
  let sprites = spritesNow()

  const view = viewOf(map, () => {
    isViewMoving = true
    request()
  })
  const stopListening = store.onFrame(request)
  const stopWatching = onThemeChange(() => {
    sprites = spritesNow()
    regroupAndDraw()
  })

  function request(): void {
    frame ||= requestAnimationFrame(onFrame)
  }

  function onFrame(time: number): void {
    frame = 0
    if (!isViewMoving && !view.isZooming() && time - drawnAt < leastMs) return request()
    drawnAt = time
    isViewMoving = false
    const isGliding = store.advance()
    const zoom = Math.floor(map.getZoom())
    if (zoom !== grouped.zoom || time - grouped.at > regroupMs) {
      groups = groupsOf(visible(), zoom, {
        place: ({ track }) => track,
        isAlone: ({ look }) => look.id === selectedId,
        maxZoom: map.getMaxZoom(),
      })
      grouped = { at: time, zoom }
    }
    draw(view.now(), zoom)
    if (isGliding || view.isZooming()) request()
  }

  function visible(): Shown[] {
    const shown: Shown[] = []
    for (const look of looks.values()) {
      const track = store.get(look.id)
      if (track) shown.push({ look, track })
    }
    return shown
  }

  function draw({ scale, left, top }: ViewNow, zoom: number): void {
    const { x: width, y: height } = map.getSize()
    fitTo(canvas, width, height)
    const ratio = canvas.width / width
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, canvas.width, canvas.height)
    drawn = []
    for (const group of groups) {
      const middle = middleOf(group)
      const x = middle.x * scale + left
      const y = middle.y * scale + top
      if (x < -boxSize || y < -boxSize || x > width + boxSize || y > height + boxSize) continue
      drawn.push({ group, x, y, radius: group.items.length === 1 ? boxSize / 2 : 26 })
    }
    // Whoever needs attention is on top, and who is selected above all.
    drawn.sort((one, other) => heightOf(one) - heightOf(other))
    const copy = (sprite: HTMLCanvasElement, x: number, y: number) =>
      context.drawImage(sprite, Math.round(x * ratio - sprite.width / 2), Math.round(y * ratio - sprite.height / 2))
    const hasLabels = zoom >= labelZoom && drawn.length <= mostLabels
    for (const { group, x, y } of drawn) {
      const [only] = group.items
      if (group.items.length > 1) {
        copy(
          sprites.group(
            group.items.length,
            group.items.some(({ look }) => isTrouble(look)),
          ).canvas,
          x,
          y,
        )
        continue
      }
      const { look, track } = only!
      const heading = track.position.heading
      copy(sprites.mark({ ...look, heading, isSelected: look.id === selectedId }), x, y)
      if (hasLabels) copy(sprites.label(look.initials).canvas, x, y + 21)
    }
  }

  const heightOf = ({ group }: Drawn): number => {
    const { look } = group.items[0]!
    if (group.items.length > 1) return 1
    return look.id === selectedId ? 4 : isTrouble(look) ? 3 : look.state === 'off_shift' ? 0 : 2
  }

  function regroupAndDraw(): void {
    grouped = { at: -Infinity, zoom: NaN }
    isViewMoving = true
    request()
  }

  return {
    /** Shows these drivers, and no others. */
    show(next: ReadonlyMap<string, DriverLook>): void {
      looks = next
      regroupAndDraw()
    },
    select(id: string | undefined): void {
      selectedId = id
      regroupAndDraw()
    },
    /** Who is at a point of the map's box; several where they are drawn as one. */
    at({ x, y }: L.Point): { looks: DriverLook[]; tracks: Track[] } | undefined {
      const hit = drawn.findLast((each) => Math.hypot(each.x - x, each.y - y) <= each.radius)
      if (!hit) return undefined
      const { items } = hit.group
      return { looks: items.map(({ look }) => look), tracks: items.map(({ track }) => track) }
    },
    stop(): void {
      cancelAnimationFrame(frame)
      view.stop()
      stopListening()
      stopWatching()
      canvas.remove()
    },
  }
}

const isTrouble = ({ isLate, state }: DriverLook) => isLate || state === 'silent'

function middleOf({ items }: Group<Shown>): { x: number; y: number } {
  if (items.length === 1) return items[0]!.track
  let [x, y] = [0, 0]
  for (const { track } of items) {
    x += track.x
    y += track.y
  }
  return { x: x / items.length, y: y / items.length }
}

function fitTo(canvas: HTMLCanvasElement, width: number, height: number): void {
  const ratio = Math.min(devicePixelRatio, 2)
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)]
  if (canvas.width === wide && canvas.height === high) return
  canvas.width = wide
  canvas.height = high
  canvas.style.width = `${width}px`
  canvas.style.height = `${height}px`
}

function spritesNow() {
  const chosen = document.documentElement.dataset.theme
  const isDark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  return markSprites(isDark ? 'dark' : 'light', Math.min(devicePixelRatio, 2))
}
