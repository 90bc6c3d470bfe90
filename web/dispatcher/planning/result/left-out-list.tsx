import type { Unassigned, UnassignedChange } from '#domain/schema/plan.ts'
import { formatDay, withTimes } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { stateLook } from '#web/ui/state-badge.tsx'
import { useEditor } from '../changes/editor-context.ts'
import type { LeftOutGroup } from './left-out-groups.ts'

type LeftOutListProps = { group: LeftOutGroup; selectedId: string | null; onSelect: (deliveryId: string) => void }

/** The deliveries of a group, one line each. Pressing one shows it on the map. */
export function LeftOutList({ group, selectedId, onSelect }: LeftOutListProps) {
  return (
    <ul className="max-h-72 overflow-y-auto border-t bg-sunken py-1 text-[0.8125rem]">
      {group.waiting.map((each) => (
        <Row key={each.delivery_id} delivery={each} isSelected={each.delivery_id === selectedId} onSelect={onSelect} />
      ))}
      {group.changed.map(({ delivery, change }) => (
        <Row key={delivery.delivery_id} delivery={delivery} change={change} isSelected={false} onSelect={onSelect} />
      ))}
    </ul>
  )
}

type RowProps = {
  delivery: Unassigned
  change?: UnassignedChange
  isSelected: boolean
  onSelect: (deliveryId: string) => void
}

function Row({ delivery, change, isSelected, onSelect }: RowProps) {
  const { delivery_id, delivery_number, recipient_name, delivery_address, reason, location } = delivery
  const text = recipient_name ? `${recipient_name}, ${delivery_address}` : delivery_address
  const isGone = change?.status === null
  const { isOn, ask } = useEditor()
  return (
    <li
      data-place={delivery_id}
      data-waiting={location && !change ? delivery_id : undefined}
      title={`${text}. ${withTimes(reason)}`}
      className={cx(
        'flex min-h-7 items-center gap-3 px-4 pointer-coarse:min-h-11',
        isSelected && 'bg-brand-soft',
        change && 'text-ink-muted',
      )}
    >
      {isGone ? (
        <span className="w-12 shrink-0 tabular-nums">#{delivery_number}</span>
      ) : (
        <Link to={`/dashboard/deliveries?delivery=${delivery_id}`} className="w-12 shrink-0 tabular-nums">
          #{delivery_number}
        </Link>
      )}
      {location && !change ? (
        <button
          type="button"
          className="focus-ring min-w-0 flex-1 cursor-pointer truncate rounded-sm text-left hover:underline"
          onClick={() => onSelect(delivery_id)}
        >
          {text}
        </button>
      ) : (
        <span className="min-w-0 flex-1 truncate">{text}</span>
      )}
      {change && <span className="shrink-0">{changeText(change)}</span>}
      {isOn && location && !change && (
        <Button
          size="small"
          variant="quiet"
          aria-label={`Insert #${delivery_number}`}
          className="-mr-2"
          onPress={() => ask({ kind: 'insert', deliveries: [delivery] })}
        >
          Insert…
        </Button>
      )}
    </li>
  )
}

/** What has become of a delivery since the plan. */
function changeText({ status, scheduled_date }: UnassignedChange): string {
  if (status === null) return 'deleted'
  return status === 'pending' ? `moved to ${formatDay(scheduled_date)}` : stateLook(status).label.toLowerCase()
}
