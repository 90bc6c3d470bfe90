import { useMemo } from 'react'
import type { LearnedPlace, Sighting } from '#domain/schema/learned-place.ts'
import { DotLayer } from '#web/map/dot-layer.tsx'
import { FitBounds } from '#web/map/fit-bounds.tsx'
import { MapView } from '#web/map/map-view.tsx'
import { MarkerLayer } from '#web/map/marker-layer.tsx'
import { learnedWords } from './learned-words.ts'

/** What visits saw as dots, with what was learned from them and what the address book says. */
export function LearnedMap({ learned, sightings }: { learned: LearnedPlace; sightings: readonly Sighting[] }) {
  const seen = useMemo(() => sightings.flatMap(({ location }) => location ?? []), [sightings])
  const { location, book, kind } = learned
  const markers = useMemo(
    () => [
      ...(book.location
        ? [
            {
              id: 'book',
              position: book.location,
              label: `${learnedWords[kind]} in the address book`,
              name: 'Address book',
              color: '#64748b',
            },
          ]
        : []),
      ...(location
        ? [{ id: 'learned', position: location, label: `${learnedWords[kind]}, learned`, name: 'Learned' }]
        : []),
    ],
    [book.location, location, kind],
  )
  if (!location) return null
  return (
    <MapView
      label={`Map of where drivers were: ${learnedWords[kind]}`}
      className="h-72 rounded-xl border shadow-card lg:h-full lg:min-h-0"
    >
      <DotLayer positions={seen} />
      <MarkerLayer markers={markers} />
      <FitBounds
        positions={[location, ...(book.location ? [book.location] : []), ...seen]}
        when={`${learned.id} ${seen.length}`}
        maxZoom={18}
      />
    </MapView>
  )
}
