import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { Slot } from '#domain/schema/slots.ts'

type Words = { time: string; near: ReactNode; cost: string; price: string }

type Props = {
  slots: readonly Slot[]
  wordsOf: (slot: Slot) => Words
  isDisabled: boolean
  onChoose: (slot: Slot) => void
  empty: string
}

/** Slots to choose from, those with the van in the street first. */
export function OptionList({ slots, wordsOf, isDisabled, onChoose, empty }: Props) {
  if (!slots.length) return <p className="text-[0.8125rem] text-ink-muted">{empty}</p>
  return (
    <ul aria-label="Slots" className="divide-y divide-line overflow-hidden rounded-lg border">
      {slots.map((slot) => {
        const { time, near, cost, price } = wordsOf(slot)
        return (
          <li key={slot.starts_at + slot.ends_at}>
            <AriaButton
              isDisabled={isDisabled}
              onPress={() => onChoose(slot)}
              className="focus-ring flex w-full cursor-pointer items-center gap-3 px-3 py-2 text-left -outline-offset-2 data-disabled:cursor-default data-disabled:opacity-60 data-hovered:bg-hover pointer-coarse:min-h-11"
            >
              <span className="min-w-0 flex-1">
                <span className="flex items-center gap-2 font-medium tabular-nums">
                  {time}
                  {near && <span className="text-success-ink">{near}</span>}
                </span>
                <span className="block text-[0.8125rem] text-ink-muted tabular-nums">{cost}</span>
              </span>
              <span className="text-sm tabular-nums">{price}</span>
            </AriaButton>
          </li>
        )
      })}
    </ul>
  )
}
