import { lazy, useMemo } from 'react'
import { LazyMap } from '#web/map/lazy-map.tsx'
import type { MapMarker, MapRoute } from '#web/map/map-types.ts'
import type { MovableStop } from '#web/map/movable-stop-layer.tsx'
import type { DemoLayersProps } from './demo-layers.tsx'
import { driveLooks, type DriveLook } from './drive-looks.ts'
import { shortened, type FormStop } from './stop-list.ts'
import { labelOf } from './stop-row.tsx'
import { sampleLocations } from './suggestions.ts'
import { shownDrive, type Drive, type Outcome } from './use-optimizer.ts'

const loadLayers = () => import('./demo-layers.tsx')
const DemoLayers = lazy(async () => ({ default: (await loadLayers()).DemoLayers }))

type DemoMapProps = Pick<DemoLayersProps, 'view' | 'onMove' | 'onPlaced'> & {
  stops: readonly FormStop[]
  placingId?: string
  outcome: Outcome | undefined
  isOutdated: boolean
  isComparing: boolean
}

const stopColor = driveLooks.engine.color

/** Shown until a stop has a position. */
const sampleMarkers: readonly MapMarker[] = sampleLocations.map(({ name, position }) => ({
  id: name,
  label: name,
  position,
}))

/** Draggable stops and the routes found. */
export function DemoMap(props: DemoMapProps) {
  const { stops, placingId, outcome, isOutdated, isComparing } = props
  const drive = isOutdated ? undefined : shownDrive(outcome, isComparing)
  const pins = useMemo(() => stops.flatMap((stop, index) => toPin(stop, index, drive)), [stops, drive])
  const routes = useMemo(() => toRoutes(outcome, isComparing, isOutdated), [outcome, isComparing, isOutdated])
  const placingAt = stops.findIndex(({ id }) => id === placingId)
  const placed = stops[placingAt]
  return (
    <>
      <LazyMap
        label="Map of stops and routes"
        markers={pins.length === 0 ? sampleMarkers : undefined}
        prepare={loadLayers}
      >
        <DemoLayers
          stops={pins}
          routes={routes}
          view={props.view}
          onMove={props.onMove}
          placing={placed && { id: placed.id, name: spokenName(placed, placingAt) }}
          onPlaced={props.onPlaced}
        />
      </LazyMap>
      <p className="mt-2 text-[0.8125rem] text-ink-muted">{pinWords(pins.length, drive)}</p>
    </>
  )
}

/** What the pins on the map are. */
function pinWords(pins: number, drive: Drive | undefined): string {
  if (pins === 0) return 'The pins are eight sample places. Type part of an address to use one.'
  if (drive) return 'Pins are numbered in driving order. Drag one to move its stop.'
  return 'Pins have the numbers of your list. Drag one to move its stop.'
}

function spokenName(stop: FormStop, position: number): string {
  const address = shortened(stop.address)
  return address === '' ? labelOf(position).toLowerCase().replace(' address', '') : `“${address}”`
}

/** Numbered in driving order, or as in the form while there is no route. */
function toPin({ id, address, position }: FormStop, index: number, drive: Drive | undefined): MovableStop[] {
  if (!position) return []
  const number = drive ? drive.order.indexOf(index) : index
  const name = index === 0 ? 'Depot' : `Stop ${number}`
  const title = `${name}: ${shortened(address)}`
  return [{ id, position, label: String(number), color: stopColor, title, isDepot: index === 0 }]
}

function toRoutes(outcome: Outcome | undefined, isComparing: boolean, isOutdated: boolean): MapRoute[] {
  if (!outcome) return []
  const draw = (id: string, { path }: Drive, look: DriveLook, dashed: boolean): MapRoute => ({
    id,
    path: [...path],
    color: look.color,
    muted: isOutdated,
    dashed,
  })
  const { nearest, engine } = outcome
  if (!isComparing || !engine) return [draw('nearest', nearest, driveLooks.nearest, false)]
  return [draw('engine', engine, driveLooks.engine, false), draw('nearest', nearest, driveLooks.nearest, true)]
}
