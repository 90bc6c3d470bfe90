import type { CompartmentNow } from '#domain/schema/temperature.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from 'react-aria-components'
import { cx } from '#web/ui/cx.ts'
import { degrees, placeWords, rangeWords, stateWords } from './temperature-words.ts'

type CardProps = { compartment: CompartmentNow; isOpen: boolean; onOpen: () => void }

/** What one compartment is at. Pressing it shows its readings. */
export function CompartmentCard({ compartment, isOpen, onOpen }: CardProps) {
  const { time_zone } = useMe().workspace
  const { celsius, read_at, driver_name, state } = compartment
  const { label, tone } = stateWords[state]
  return (
    <Button
      onPress={onOpen}
      aria-pressed={isOpen}
      className={cx(
        'focus-ring flex h-full w-full flex-col gap-1 rounded-xl border bg-surface p-4 text-left shadow-card',
        isOpen && 'border-brand',
      )}
    >
      <span className="flex w-full items-center justify-between gap-2">
        <span className="min-w-0 truncate font-semibold">{placeWords(compartment)}</span>
        <Badge tone={tone}>{label}</Badge>
      </span>
      <span className="text-2xl font-semibold tracking-tight tabular-nums">
        {celsius === null ? '–' : degrees(celsius)}
      </span>
      <span className="text-[0.8125rem] text-ink-muted">
        {[rangeWords(compartment) && `Keeps ${rangeWords(compartment)}`, driver_name].filter(Boolean).join(' · ')}
      </span>
      {read_at && <span className="text-[0.8125rem] text-ink-muted">Read {formatDateTime(read_at, time_zone)}</span>}
    </Button>
  )
}
