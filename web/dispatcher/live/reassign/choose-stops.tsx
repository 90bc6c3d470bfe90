import type { Stop } from '#domain/schema/plan.ts'
import { countOf, formatTime } from '#web/lib/format.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'

type ChooseStopsProps = {
  stops: readonly Stop[]
  chosen: ReadonlySet<string>
  zone: string
  /** The deliveries that stay. */
  onLeave: (ids: ReadonlySet<string>) => void
}

/** Which stops go to somebody else: all at first. */
export function ChooseStops({ stops, chosen, zone, onLeave }: ChooseStopsProps) {
  const ids = stops.map(({ delivery_id }) => delivery_id!)
  const leaveBut = (next: ReadonlySet<string>) => onLeave(new Set(ids.filter((id) => !next.has(id))))
  const isAll = chosen.size === ids.length
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-medium">What to give away</legend>
      <Checkbox
        className="pointer-coarse:min-h-8"
        isSelected={isAll}
        isIndeterminate={!isAll && chosen.size > 0}
        onChange={(isSelected) => onLeave(isSelected ? new Set() : new Set(ids))}
      >
        {stops.length === 1 ? 'The only stop that is left' : `All ${countOf(stops.length, 'stop')} that are left`}
      </Checkbox>
      {stops.length > 1 && (
        <ul className="max-h-44 overflow-y-auto rounded-lg border px-3 py-1">
          {stops.map((stop) => (
            <li key={stop.id} className="py-1">
              <Checkbox
                className="max-w-full pointer-coarse:min-h-8"
                isSelected={chosen.has(stop.delivery_id!)}
                onChange={(isSelected) => {
                  const next = new Set(chosen)
                  if (isSelected) next.add(stop.delivery_id!)
                  else next.delete(stop.delivery_id!)
                  leaveBut(next)
                }}
              >
                <span className="tabular-nums">
                  {stop.sequence} · {formatTime(stop.arrival_at, zone)}
                </span>{' '}
                {stop.name || stop.address}
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}
