import { Check } from 'lucide-react'
import { useId, useState } from 'react'
import { ListBox, ListBoxItem, Text } from 'react-aria-components'
import { countOf, formatKilometers } from '#web/lib/format.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import { delayWords, stateWords } from '../row-words.ts'
import { StateMark } from '../state-mark.tsx'
import type { Taker } from './reassign.ts'

/** As many as somebody looks through; the others are searched. */
const mostShown = 40

type ChooseTakerProps = {
  takers: readonly Taker[]
  chosenId: string | undefined
  onChoose: (id: string) => void
}

/** To whom: the nearest drivers who are doing well, then the others. */
export function ChooseTaker({ takers, chosenId, onChoose }: ChooseTakerProps) {
  const [text, setText] = useState('')
  const label = useId()
  const wanted = text.trim().toLowerCase()
  const found = takers.filter(({ row }) => row.name.toLowerCase().includes(wanted))
  const shown = found.slice(0, mostShown)
  return (
    <div className="grid gap-2">
      <h3 id={label} className="font-medium">
        To whom
      </h3>
      {takers.length > 8 && <SearchField label="Search drivers" value={text} onChange={setText} maxLength={100} />}
      <ListBox
        aria-labelledby={label}
        selectionMode="single"
        selectedKeys={chosenId ? [chosenId] : []}
        onSelectionChange={(keys) => {
          const [id] = keys === 'all' ? [] : keys
          if (id !== undefined) onChoose(String(id))
        }}
        renderEmptyState={() => (
          <p className="px-2.5 py-2 text-ink-muted">
            {wanted ? 'No matches' : 'No other driver is on this plan or free today.'}
          </p>
        )}
        className="max-h-56 overflow-y-auto rounded-lg border p-1 outline-none"
      >
        {shown.map((taker) => (
          <ListBoxItem
            key={taker.row.id}
            id={taker.row.id}
            textValue={taker.row.name}
            className="flex min-h-10 cursor-pointer items-center gap-2.5 rounded-lg px-2 py-1.5 outline-none select-none data-focused:bg-hover data-pressed:bg-pressed data-selected:bg-brand-soft pointer-coarse:min-h-11"
          >
            {({ isSelected }) => (
              <>
                <StateMark state={taker.row.state} isLate={taker.row.isLate} />
                <span className="min-w-0 flex-1">
                  <Text slot="label" className="block truncate">
                    {taker.row.name}
                  </Text>
                  <Text slot="description" className="block truncate text-[0.8125rem] text-ink-muted tabular-nums">
                    {factsOf(taker)}
                  </Text>
                </span>
                {isSelected && <Check aria-hidden="true" className="size-4 text-brand-ink" />}
              </>
            )}
          </ListBoxItem>
        ))}
      </ListBox>
      {found.length > shown.length && (
        <p className="text-[0.8125rem] text-ink-muted">
          And {countOf(found.length - shown.length, 'other driver')}. Search for one by name.
        </p>
      )}
    </div>
  )
}

function factsOf({ row, routeId, distanceKm }: Taker): string {
  return [
    stateWords[row.state],
    distanceKm !== null && `${formatKilometers(distanceKm)} away`,
    routeId === null ? 'no route today' : `${countOf(row.driver.stops_left, 'stop')} left`,
    routeId !== null && delayWords(row),
  ]
    .filter(Boolean)
    .join(' · ')
}
