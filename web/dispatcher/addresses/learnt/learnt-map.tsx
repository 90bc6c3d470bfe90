import { useMemo } from 'react'
import type { LearntPlace, Sighting } from '#domain/schema/learnt-place.ts'
import { DotLayer } from '#web/map/dot-layer.tsx'
import { FitBounds } from '#web/map/fit-bounds.tsx'
import { MapView } from '#web/map/map-view.tsx'
import { MarkerLayer } from '#web/map/marker-layer.tsx'
import { learntWords } from './learnt-words.ts'

/** What visits saw as dots, with what was learnt from them and what the address book says. */
export function LearntMap({ learnt, sightings }: { learnt: LearntPlace; sightings: readonly Sighting[] }) {
  const seen = useMemo(() => sightings.flatMap(({ location }) => location ?? []), [sightings])
  const { location, book, kind } = learnt
  const markers = useMemo(
    () => [
      ...(book.location
        ? [
            {
              id: 'book',
              position: book.location,
              label: `${learntWords[kind]} in the address book`,
              name: 'Address book',
              color: '#64748b',
            },
          ]
        : []),
      ...(location
        ? [{ id: 'learnt', position: location, label: `${learntWords[kind]}, learned`, name: 'Learned' }]
        : []),
    ],
    [book.location, location, kind],
  )
  if (!location) return null
  return (
    <MapView
      label={`Map of where drivers were: ${learntWords[kind]}`}
      className="h-72 rounded-xl border shadow-card lg:h-full lg:min-h-0"
    >
      <DotLayer positions={seen} />
      <MarkerLayer markers={markers} />
      <FitBounds
        positions={[location, ...(book.location ? [book.location] : []), ...seen]}
        when={`${learnt.id} ${seen.length}`}
        maxZoom={18}
      />
    </MapView>
  )
}
