import type { AddressSuggestion } from '#domain/schema/address.ts'
import { appConfig } from '#web/lib/app-config.ts'
import { kindWords, sentence } from '#web/lib/location-words.ts'
import { cx } from '#web/ui/cx.ts'

type PlacesProps = {
  places: readonly AddressSuggestion[]
  chosen: number | undefined
  onChoose: (index: number) => void
}

/** Places that fit the address, numbered as on the map. */
export function Places({ places, chosen, onChoose }: PlacesProps) {
  const hasMap = places.some(({ source }) => source === 'geocoder')
  return (
    <div className="grid gap-1.5">
      <ol aria-label="Places that fit" className="grid gap-1">
        {places.map((place, index) => (
          <li key={`${place.label} ${place.location.lat} ${place.location.lng}`}>
            <button
              type="button"
              aria-pressed={chosen === index}
              onClick={() => onChoose(index)}
              className={cx(
                'focus-ring flex w-full cursor-pointer items-start gap-2.5 rounded-lg border px-2.5 py-1.5 text-left transition-colors hover:bg-hover pointer-coarse:min-h-11',
                chosen === index && 'border-brand bg-brand-soft',
              )}
            >
              <span
                aria-hidden="true"
                className="grid size-5 shrink-0 place-items-center rounded-full bg-neutral-soft text-xs font-semibold text-neutral-ink tabular-nums"
              >
                {index + 1}
              </span>
              <span className="min-w-0">
                <span className="block wrap-anywhere">
                  {place.source === 'book' && place.name ? `${place.name}, ${place.label}` : place.label}
                </span>
                <span className="block text-[0.8125rem] text-ink-muted">
                  {place.source === 'book' ? 'Address book' : sentence(kindWords(place.kind, place.confidence))}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ol>
      {hasMap && <p className="text-xs text-ink-faint">{appConfig()?.geocoder?.attribution}</p>}
    </div>
  )
}
