import type { Invoice } from '#domain/schema/billing.ts'
import { formatDate, formatMoney } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { Table } from '#web/ui/table.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'

const states: Record<string, { word: string; tone: BadgeTone }> = {
  paid: { word: 'Paid', tone: 'success' },
  open: { word: 'To be paid', tone: 'warning' },
  draft: { word: 'Being made', tone: 'neutral' },
  void: { word: 'Void', tone: 'neutral' },
  uncollectible: { word: 'Not paid', tone: 'danger' },
}

/** The newest invoices, each to open where it can be read and paid. */
export function Invoices({ invoices }: { invoices: Invoice[] }) {
  const { time_zone: zone } = useMe().workspace
  return (
    <Card title="Invoices" isPadded={false}>
      <Table
        label="Invoices"
        columns={columnsFor(zone)}
        rows={invoices}
        rowKey={({ id }) => id}
        rowText={({ number, id }) => number ?? id}
      />
    </Card>
  )
}

const columnsFor = (zone: string): TableColumn<Invoice>[] => [
  {
    id: 'number',
    header: 'Invoice',
    isRowHeader: true,
    cell: ({ number, url, id }) => (url ? <Link to={url}>{number ?? id}</Link> : (number ?? id)),
  },
  { id: 'date', header: 'Date', cell: ({ created_at }) => formatDate(created_at, zone) },
  {
    id: 'total',
    header: 'Total',
    align: 'end',
    cell: ({ total, currency }) => formatMoney(total, currency.toUpperCase()),
  },
  {
    id: 'state',
    header: 'State',
    width: 'w-32',
    cell: ({ status }) => {
      const { word, tone } = states[status] ?? states.draft!
      return <Badge tone={tone}>{word}</Badge>
    },
  },
]
