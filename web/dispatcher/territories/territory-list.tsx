import { MapPlus } from 'lucide-react'
import type { Driver } from '#domain/schema/driver.ts'
import type { Territory } from '#domain/schema/territory.ts'
import { doOverlap, isInside } from '#domain/territory.ts'
import { countOf } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DotsDay, type DotsDayProps } from './dots-day.tsx'
import { ruleWords, speedWords } from './territory-words.ts'

type TerritoryListProps = DotsDayProps & {
  territories: readonly Territory[]
  drivers: readonly Driver[]
  onOpen: (what: 'new' | Territory) => void
  mayChange: boolean
}

/** The territories, with how many deliveries of a day each holds. */
export function TerritoryList({ territories, drivers, dots, day, onDay, onOpen, mayChange }: TerritoryListProps) {
  if (territories.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={<MapPlus />}
          title="No territories yet"
          actions={
            mayChange && (
              <Button variant="primary" onPress={() => onOpen('new')}>
                Draw the first one
              </Button>
            )
          }
        >
          Without them, every driver delivers everywhere. Draw a zone where some drivers should.
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card>
      <DotsDay dots={dots} day={day} onDay={onDay} />
      <ul className="mt-3 flex flex-col divide-y">
        {territories.map((territory) => (
          <li key={territory.id}>
            <button
              type="button"
              onClick={() => onOpen(territory)}
              className="focus-ring flex w-full cursor-pointer items-start gap-3 rounded-lg px-1 py-2.5 text-left hover:bg-hover"
            >
              <span
                aria-hidden="true"
                className="mt-1 size-3.5 shrink-0 rounded"
                style={{ background: territory.color }}
              />
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{territory.name}</span>
                <span className="block text-[0.8125rem] text-ink-muted">{ruleWords(territory, drivers)}</span>
                <Overlap territory={territory} others={territories} />
                {territory.speed && (
                  <span className="block text-[0.8125rem] text-ink-muted">{speedWords(territory.speed)}</span>
                )}
              </span>
              <span className="shrink-0 text-[0.8125rem] tabular-nums text-ink-muted">
                {!dots.isPending &&
                  countOf(
                    dots.positions.filter((position) => isInside(territory.area, position)).length,
                    'delivery',
                    'deliveries',
                  )}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Which others it overlaps, since then drivers of both may deliver. */
export function Overlap({
  territory,
  others,
}: {
  territory: Pick<Territory, 'area'> & { id?: string }
  others: readonly Territory[]
}) {
  const overlapped = others.filter((other) => other.id !== territory.id && doOverlap(territory.area, other.area))
  if (overlapped.length === 0) return null
  return (
    <span className="block text-[0.8125rem] text-warning-ink">
      Overlaps {overlapped.map(({ name }) => name).join(', ')}
    </span>
  )
}
