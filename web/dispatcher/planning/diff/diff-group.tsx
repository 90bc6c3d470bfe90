import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from 'react-aria-components'
import type { DeliveryDiff, DiffGroup } from '#domain/schema/plan-diff.ts'
import type { Route } from '#domain/schema/plan.ts'
import { useMe } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { effectLine } from '../changes/effect-words.ts'
import { deliveryWords, groupSummary, groupTitle } from './diff-words.ts'

type DiffGroupCardProps = {
  group: DiffGroup
  routes: readonly Route[]
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  /** Takes one delivery without the others. */
  onTakeAlone?: (deliveryId: string) => void
  isTaking: boolean
}

/** Routes that change together: what that gains, and delivery by delivery what happens. */
export function DiffGroupCard({ group, routes, isChosen, onChoose, onTakeAlone, isTaking }: DiffGroupCardProps) {
  const { currency, time_zone: zone } = useMe().workspace
  const [isOpen, setOpen] = useState(false)
  const title = groupTitle(group)
  const isStuck = group.conflict !== null
  return (
    <Disclosure
      isExpanded={isOpen}
      onExpandedChange={setOpen}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 rounded-xl border bg-surface px-3 py-2.5"
    >
      <Checkbox
        aria-label={`Take the changes of ${title}`}
        isSelected={isChosen}
        isDisabled={isStuck}
        onChange={onChoose}
        className="pt-1"
      />
      <div className="min-w-0">
        <Heading level={3} className="text-[0.8125rem]">
          <AriaButton
            slot="trigger"
            className="focus-ring flex w-full cursor-pointer items-center gap-1.5 rounded-md text-left font-semibold pointer-coarse:min-h-11"
          >
            <span className="min-w-0 flex-1 truncate">{title}</span>
            <ChevronRight
              aria-hidden="true"
              className={`size-4 shrink-0 text-ink-muted transition-transform ${isOpen ? 'rotate-90' : ''}`}
            />
          </AriaButton>
        </Heading>
        <p className="text-[0.8125rem] text-ink-muted tabular-nums">{groupSummary(group)}</p>
        {isStuck ? (
          <p className="mt-1 text-[0.8125rem] font-medium text-warning-ink">{group.conflict}</p>
        ) : (
          <p className="text-[0.8125rem] tabular-nums">{effectLine(group.effect, currency)}</p>
        )}
        <DisclosurePanel>
          {isOpen && (
            <ul className="mt-2 grid gap-1.5 border-t pt-2 text-[0.8125rem]">
              {inOrder(group.deliveries).map((delivery) => (
                <DeliveryLine
                  key={delivery.delivery_id}
                  delivery={delivery}
                  name={nameOf(routes, delivery.delivery_id)}
                  zone={zone}
                  {...(delivery.can_take_alone && onTakeAlone && !isStuck && { onTake: onTakeAlone })}
                  isTaking={isTaking}
                />
              ))}
            </ul>
          )}
        </DisclosurePanel>
      </div>
    </Disclosure>
  )
}

const order = ['left_out', 'added', 'moved', 'reordered', 'retimed']

/** What matters most comes first. */
function inOrder(deliveries: readonly DeliveryDiff[]): DeliveryDiff[] {
  return deliveries.toSorted((a, b) => order.indexOf(a.change) - order.indexOf(b.change) || a.number - b.number)
}

function nameOf(routes: readonly Route[], id: string): string {
  return routes.flatMap(({ stops }) => stops).find((stop) => stop.delivery_id === id)?.name ?? ''
}

const labels = {
  added: 'Added',
  left_out: 'Left out',
  moved: 'Moved',
  reordered: 'Order',
  retimed: 'Time',
} satisfies Record<DeliveryDiff['change'], string>

type DeliveryLineProps = {
  delivery: DeliveryDiff
  name: string
  zone: string
  onTake?: (id: string) => void
  isTaking: boolean
}

function DeliveryLine({ delivery, name, zone, onTake, isTaking }: DeliveryLineProps) {
  const { delivery_id, number, change } = delivery
  const isLoss = change === 'left_out'
  return (
    <li className="flex items-start gap-2">
      <span className={`w-14 shrink-0 font-medium ${isLoss ? 'text-danger-ink' : 'text-ink-muted'}`}>
        {labels[change]}
      </span>
      <span className="min-w-0 flex-1 tabular-nums">
        <span className="font-medium">
          #{number} {name}
        </span>{' '}
        <span className="text-ink-muted">{deliveryWords(delivery, zone)}</span>
      </span>
      {onTake && (
        <Button
          size="small"
          variant="quiet"
          isDisabled={isTaking}
          aria-label={`Only this: take delivery ${number}`}
          onPress={() => onTake(delivery_id)}
        >
          Only this
        </Button>
      )}
    </li>
  )
}
