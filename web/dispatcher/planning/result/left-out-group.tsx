import { CalendarArrowUp, ChevronDown, List, ListPlus, MapPin, Users } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from 'react-aria-components'
import type { Plan } from '#domain/schema/plan.ts'
import { writeRanges } from '#domain/number-ranges.ts'
import { formatNumber, withTimes } from '#web/lib/format.ts'
import { useMay, useMe } from '#web/lib/me.ts'
import { useNow } from '#web/lib/use-now.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useDeliveryActions } from '../../deliveries/use-delivery-actions.ts'
import { useEditor } from '../changes/editor-context.ts'
import { insertingAll, mostInserted } from '../changes/proposals.ts'
import { outlookOf } from '../day-outlook.ts'
import { remedyFor, type LeftOutGroup } from './left-out-groups.ts'
import { LeftOutList } from './left-out-list.tsx'

type LeftOutGroupCardProps = {
  plan: Plan
  group: LeftOutGroup
  isOpen: boolean
  isLit: boolean
  selectedId: string | null
  onOpenChange: (isOpen: boolean) => void
  /** Shows the group on the map, or no longer. */
  onLight: () => void
  onSelect: (deliveryId: string) => void
  onChooseDrivers: () => void
}

/** One reason for leaving deliveries out: the number, the reason, what helps, and the deliveries when opened. */
export function LeftOutGroupCard(props: LeftOutGroupCardProps) {
  const { group, isOpen } = props
  const isSettled = group.waiting.length === 0
  return (
    <Disclosure isExpanded={isOpen} onExpandedChange={props.onOpenChange}>
      <Heading level={3}>
        <AriaButton
          slot="trigger"
          className="focus-ring flex w-full items-start gap-3 px-4 pt-3 pb-2 text-left -outline-offset-2 data-hovered:bg-hover"
        >
          <span className="min-w-8 text-lg/5 font-semibold tracking-tight tabular-nums">
            {formatNumber(group.waiting.length)}
          </span>
          <span className="min-w-0 flex-1 text-[0.8125rem]">
            <span className={cx(isSettled && 'text-ink-muted')}>{group.reason}</span>
            {group.fix && !isSettled && <span className="mt-1 block font-medium">{withTimes(group.fix.sentence)}</span>}
            {isSettled && <span className="mt-1 block font-medium">All of them were changed since.</span>}
          </span>
          <ChevronDown
            aria-hidden="true"
            className={cx('mt-0.5 size-4 text-ink-muted transition-transform', isOpen && 'rotate-180')}
          />
        </AriaButton>
      </Heading>
      {!isSettled && <GroupActions {...props} />}
      <DisclosurePanel>
        {isOpen && <LeftOutList group={group} selectedId={props.selectedId} onSelect={props.onSelect} />}
      </DisclosurePanel>
    </Disclosure>
  )
}

function GroupActions({ plan, group, isLit, onLight, onChooseDrivers }: LeftOutGroupCardProps) {
  const mayChange = useMay('change_deliveries')
  const { isOn, ask, propose } = useEditor()
  const isOne = group.waiting.length === 1
  const { changeMany } = useDeliveryActions()
  const [isMoving, setMoving] = useState(false)
  const { nextDay, nextDayWords } = outlookOf(plan.day, useNow(), useMe().workspace)
  const remedy = remedyFor(group)
  const numbers = writeRanges(group.waiting.map(({ delivery_number }) => delivery_number))
  const isOnMap = group.waiting.some(({ location }) => location !== null)
  const move = async () => {
    setMoving(true)
    const waiting = group.waiting.map(({ delivery_number }) => delivery_number)
    await changeMany({ numbers: waiting, day: plan.day }, { scheduled_date: nextDay })
    setMoving(false)
  }
  return (
    <div className="flex flex-wrap gap-2 px-4 pb-3 pl-15">
      {isOn && !withoutPlace.has(group.reason_code) && (
        <Button
          size="small"
          icon={<ListPlus aria-hidden="true" className="size-3.5" />}
          onPress={() =>
            isOne ? ask({ kind: 'insert', deliveries: group.waiting }) : propose(insertingAll(group.waiting))
          }
        >
          {isOne ? 'Insert…' : group.waiting.length > mostInserted ? `Insert the first ${mostInserted}` : 'Insert all'}
        </Button>
      )}
      {mayChange && (
        <Button
          size="small"
          icon={<CalendarArrowUp aria-hidden="true" className="size-3.5" />}
          isPending={isMoving}
          pendingLabel="Moving"
          onPress={() => void move()}
        >
          {`Move to ${nextDayWords}`}
        </Button>
      )}
      {mayChange && remedy && <RemedyButton remedy={remedy} onChooseDrivers={onChooseDrivers} />}
      {withoutPlace.has(group.reason_code) ? (
        <ListLink numbers={numbers}>Set positions</ListLink>
      ) : (
        <ListLink numbers={numbers}>Open in the list</ListLink>
      )}
      {isOnMap && (
        <Button
          size="small"
          variant="quiet"
          aria-pressed={isLit}
          icon={<MapPin aria-hidden="true" className="size-3.5" />}
          onPress={onLight}
        >
          {isLit ? 'Show all on the map' : 'Show on the map'}
        </Button>
      )}
    </div>
  )
}

/** Nothing is done about these before they have a position. */
const withoutPlace = new Set(['no_location', 'no_pickup_location', 'rough_pickup_location'])

type RemedyButtonProps = { remedy: NonNullable<ReturnType<typeof remedyFor>>; onChooseDrivers: () => void }

function RemedyButton({ remedy, onChooseDrivers }: RemedyButtonProps) {
  if (remedy !== 'choose drivers') {
    return (
      <ButtonLink size="small" to={remedy.to}>
        {remedy.label}
      </ButtonLink>
    )
  }
  return (
    <Button size="small" icon={<Users aria-hidden="true" className="size-3.5" />} onPress={onChooseDrivers}>
      Choose drivers
    </Button>
  )
}

function ListLink({ numbers, children }: { numbers: string; children: ReactNode }) {
  return (
    <ButtonLink
      size="small"
      variant="quiet"
      icon={<List aria-hidden="true" className="size-3.5" />}
      to={`/dashboard/deliveries?numbers=${numbers}`}
    >
      {children}
    </ButtonLink>
  )
}
