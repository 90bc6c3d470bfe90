import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AddressSuggestion } from '#domain/schema/address.ts'
import type { Territory } from '#domain/schema/territory.ts'
import { DotLayer } from '#web/map/dot-layer.tsx'
import { FitBounds } from '#web/map/fit-bounds.tsx'
import type { MapPosition } from '#web/map/map-types.ts'
import { MapView } from '#web/map/map-view.tsx'
import { MarkerLayer } from '#web/map/marker-layer.tsx'
import { OutlineLayer } from '#web/map/outline-layer.tsx'
import { Recenter } from '#web/map/recenter.tsx'
import { ZoneLayer } from '#web/map/zone-layer.tsx'
import { workAreaQuery } from '../queries.ts'
import { near, toCorners, type Drawing } from './outline.ts'

type TerritoryMapProps = {
  territories: readonly Territory[]
  openedId: string | undefined
  drawing: Drawing | undefined
  mayDraw: boolean
  onOpen: ((id: string) => void) | undefined
  dots: readonly MapPosition[]
  tried: AddressSuggestion | undefined
}

/** All territories, the one that is being drawn, and the deliveries of a day. */
export function TerritoryMap({ territories, openedId, drawing, mayDraw, onOpen, dots, tried }: TerritoryMapProps) {
  const center = useQuery(workAreaQuery).data ?? undefined
  const zones = useMemo(
    () =>
      territories
        .filter(({ id }) => id !== openedId || !drawing)
        .map(({ id, name, color, area }) => ({ id, name, color, outline: toCorners(area) })),
    [territories, openedId, drawing],
  )
  const own = useMemo(
    () => (drawing ? [{ id: 'own', name: '', color: drawing.color, outline: drawing.corners }] : []),
    [drawing],
  )
  const opened = territories.find(({ id }) => id === openedId)
  const seen = useMemo(
    () => (opened ? toCorners(opened.area) : [...territories.flatMap(({ area }) => toCorners(area)), ...dots]),
    [opened, territories, dots],
  )
  const pins = useMemo(() => (tried ? [{ id: 'tried', position: tried.location, label: tried.label }] : []), [tried])
  return (
    <MapView
      key={center ? 'here' : 'anywhere'}
      label="Territories on the map"
      center={center}
      className="h-80 rounded-xl border lg:sticky lg:top-4 lg:h-[calc(100dvh-12rem)] lg:min-h-96"
    >
      <FitBounds positions={seen} when={openedId ?? `${territories.length > 0} ${dots.length > 0}`} />
      <Recenter center={tried?.location} atLeast={13} />
      <ZoneLayer zones={zones} selectedId={openedId} onSelect={onOpen} />
      <ZoneLayer zones={own} selectedId="own" />
      <DotLayer positions={dots} />
      <MarkerLayer markers={pins} />
      {drawing && mayDraw && (
        <OutlineLayer
          corners={drawing.corners}
          color={drawing.color}
          onAdd={(at, { lat, lng }) =>
            drawing.change((corners) => {
              const place = at ?? corners.length
              return corners.toSpliced(place, 0, { lat, lng: near(lng, corners[place - 1]) })
            })
          }
          onMove={(at, { lat, lng }) =>
            drawing.change((corners) => corners.with(at, { lat, lng: near(lng, corners[at]) }))
          }
          onRemove={(at) => drawing.change((corners) => corners.toSpliced(at, 1))}
        />
      )}
    </MapView>
  )
}
