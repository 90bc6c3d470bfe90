import type { RecurringOrder } from '#domain/schema/recurring.ts'
import { windowWords } from '#web/lib/window-words.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { addressOf, nextWords, untilWords, wholeRuleWords, whoWords } from './recurring-words.ts'

const time = (value: unknown) => (typeof value === 'string' ? value : null)

const isNamed = (row: RecurringOrder) => whoWords(row) !== addressOf(row)

const windowOf = ({ order }: RecurringOrder): string =>
  windowWords({ window_start: time(order.window_start), window_end: time(order.window_end) })

/** What the list says about a recurring order. */
export const recurringColumns = (today: string): TableColumn<RecurringOrder>[] => [
  {
    id: 'recipient',
    header: 'Recipient',
    isRowHeader: true,
    width: 'w-[18%]',
    title: whoWords,
    cell: (row) =>
      isNamed(row) ? (
        <span className={row.paused ? 'text-ink-muted' : 'font-medium'}>{whoWords(row)}</span>
      ) : (
        <span className="text-ink-faint">No name</span>
      ),
  },
  {
    id: 'address',
    header: 'Address',
    hideBelow: 'lg',
    title: addressOf,
    cell: (row) => <span className="text-ink-muted">{addressOf(row)}</span>,
  },
  {
    id: 'rule',
    header: 'Comes',
    title: (row) => wholeRuleWords(row, today),
    // When it begins is next to it.
    cell: (row) => untilWords(row, today),
  },
  {
    id: 'window',
    header: 'Window',
    hideBelow: 'xl',
    width: 'w-30',
    cell: (row) => <span className="text-ink-muted tabular-nums">{windowOf(row)}</span>,
  },
  { id: 'next', header: 'Next', width: 'w-28', cell: (row) => <Next row={row} today={today} /> },
]

function Next({ row, today }: { row: RecurringOrder; today: string }) {
  const words = nextWords(row, today)
  if (row.paused) return <Badge tone="warning">{words}</Badge>
  return row.next_day ? words : <span className="text-ink-muted">{words}</span>
}

/** A recurring order on a phone. */
export function RecurringCard({ row, today }: { row: RecurringOrder; today: string }) {
  return (
    <div className="flex flex-col gap-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        {whoWords(row)}
        {row.paused && <Badge tone="warning">Paused</Badge>}
      </p>
      {isNamed(row) && <p className="line-clamp-2 text-ink-muted">{addressOf(row)}</p>}
      <p>{untilWords(row, today)}</p>
      <p className="text-[0.8125rem] text-ink-muted">
        {[windowOf(row), !row.paused && `Next: ${nextWords(row, today)}`].filter(Boolean).join(' · ')}
      </p>
    </div>
  )
}
