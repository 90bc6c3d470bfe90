import { useRef, useState } from 'react'
import { LazyMap } from '#web/map/lazy-map.tsx'
import type { MapMarker, MapPosition } from '#web/map/map-types.ts'
import { cx } from '#web/ui/cx.ts'

type SamplePlace = { label: string; note: string }
/** The start of the route and its two deliveries. */
export type SamplePlaces = readonly [SamplePlace, SamplePlace, SamplePlace]

const positions: readonly MapPosition[] = [
  { lat: -6.2088, lng: 106.8456 },
  { lat: -6.2008, lng: 106.7831 },
  { lat: -6.1751, lng: 106.865 },
]
/** The height of the sticky navigation. */
const headerHeight = 64

const startColor = '#c2571a'

/** A map of a short sample route in Jakarta. Selecting a place in the list below centers the map on it. */
export function SampleMap({ places }: { places: SamplePlaces }) {
  const [markers] = useState(() => markersOf(places))
  const [selectedId, setSelectedId] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  const selected = markers.find((marker) => marker.id === selectedId)
  const press = (id: string) => {
    setSelectedId(id === selectedId ? undefined : id)
    // On a phone, the map may have scrolled out of view above the list.
    if (box.current && box.current.getBoundingClientRect().top < headerHeight) box.current.scrollIntoView()
  }
  return (
    <div ref={box} className="scroll-mt-20 overflow-hidden rounded-2xl border bg-surface shadow-raised">
      <LazyMap
        label="A sample route in Jakarta"
        markers={markers}
        selectedId={selectedId}
        onSelect={setSelectedId}
        center={selected?.position}
        className="h-[400px]"
      />
      <ol className="grid gap-px border-t bg-line sm:grid-cols-3">
        {places.map(({ label, note }) => (
          <li key={label} className="grid bg-surface">
            <button
              type="button"
              aria-pressed={label === selectedId}
              onClick={() => press(label)}
              className="focus-ring flex gap-4 px-6 py-5 text-left -outline-offset-2! transition-colors hover:bg-hover aria-pressed:bg-brand-soft noscript:pointer-events-none"
            >
              <PlaceDot isStart={label === places[0].label} />
              <span>
                <span className="block font-semibold tracking-tight">{label}</span>
                <span className="mt-0.5 block text-[0.9375rem] text-pretty text-ink-muted">{note}</span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  )
}

function PlaceDot({ isStart }: { isStart: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'mt-1.5 size-3.5 shrink-0 rounded-full border-[3px]',
        isStart ? 'border-[#c2571a]' : 'border-brand',
      )}
    />
  )
}

function markersOf(places: SamplePlaces): MapMarker[] {
  return places.map(({ label }, at) => ({
    id: label,
    label,
    name: label,
    position: positions[at]!,
    ...(at === 0 && { color: startColor }),
  }))
}
