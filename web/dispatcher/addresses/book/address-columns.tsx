import { DoorOpen, KeyRound, SquareParking, type LucideIcon } from 'lucide-react'
import type { AddressEntry } from '#domain/schema/address.ts'
import { formatDuration, formatNumber } from '#web/lib/format.ts'
import type { TableColumn } from '#web/ui/table-types.ts'

/** The columns of the address book. */
export const addressColumns: TableColumn<AddressEntry>[] = [
  {
    id: 'address',
    header: 'Address',
    isRowHeader: true,
    cell: (entry) => (
      <span className="line-clamp-2 min-w-44 wrap-anywhere">
        {entry.label && <span className="font-medium">{entry.label}, </span>}
        {entry.address}
      </span>
    ),
  },
  { id: 'known', header: 'Known', cell: (entry) => <Known entry={entry} /> },
  {
    id: 'minutes',
    header: 'At the door',
    align: 'end',
    hideBelow: 'lg',
    cell: (entry) => (entry.service_minutes === null ? '–' : formatDuration(entry.service_minutes * 60)),
  },
  {
    id: 'open',
    header: 'Open deliveries',
    align: 'end',
    cell: (entry) => (entry.open_deliveries ? formatNumber(entry.open_deliveries) : '–'),
  },
  {
    id: 'confirmed',
    header: 'Confirmed by',
    hideBelow: 'xl',
    cell: (entry) => <span className="block max-w-48 truncate">{entry.confirmed_by_name}</span>,
  },
]

/** What is known besides the pin, as icons. */
function Known({ entry }: { entry: AddressEntry }) {
  const facts: { text: string; Icon: LucideIcon }[] = [
    ...(entry.gate_code ? [{ text: `Gate code ${entry.gate_code}`, Icon: KeyRound }] : []),
    ...(entry.entrance ? [{ text: 'Entrance', Icon: DoorOpen }] : []),
    ...(entry.parking ? [{ text: 'Parking', Icon: SquareParking }] : []),
  ]
  if (!facts.length) return '–'
  return (
    <span className="flex gap-2 text-ink-muted">
      {facts.map(({ text, Icon }) => (
        <span key={text} title={text}>
          <Icon aria-hidden="true" className="size-4" />
          <span className="sr-only">{text}</span>
        </span>
      ))}
    </span>
  )
}
