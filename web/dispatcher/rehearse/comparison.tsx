import type { RehearsedVariant } from '#domain/schema/rehearsal.ts'
import { formatKilometers, formatNumber } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { Table } from '#web/ui/table.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { rangeOf, type Measure } from './measures.ts'

type Row = RehearsedVariant & { index: number }

/** The variants side by side: the middle of each figure, and where eight of ten days are. */
export function Comparison({
  variants,
  measures,
}: {
  variants: readonly RehearsedVariant[]
  measures: readonly Measure[]
}) {
  const shown = measures.filter(({ key }) => key !== 'absent_stops' && key !== 'driving_hours')
  const columns: TableColumn<Row>[] = [
    {
      id: 'name',
      header: 'Variant',
      width: 'w-48',
      cell: ({ name }) => <span className="font-medium">{name}</span>,
    },
    ...shown.map((measure): TableColumn<Row> => ({
      id: measure.key,
      header: measure.label,
      align: 'end',
      // Two amounts of a currency with large ones need room.
      ...(measure.key === 'cost' && { width: 'w-52' }),
      cell: ({ measures: found }) => {
        const distribution = found?.[measure.key]
        if (!distribution) return '–'
        return (
          <>
            <span className="font-medium tabular-nums">{measure.write(distribution.p50)}</span>
            <span className="block text-[0.8125rem] whitespace-nowrap text-ink-muted tabular-nums">
              {rangeOf(distribution, measure.write)}
            </span>
          </>
        )
      },
    })),
    { id: 'routes', header: 'Routes', align: 'end', cell: ({ plan }) => (plan ? formatNumber(plan.routes, 0) : '–') },
    {
      id: 'unassigned',
      header: 'Unassigned',
      align: 'end',
      cell: ({ plan }) => (plan ? formatNumber(plan.unassigned, 0) : '–'),
    },
    {
      id: 'km',
      header: 'Distance',
      align: 'end',
      hideBelow: 'xl',
      cell: ({ plan }) => (plan ? formatKilometers(plan.distance_km) : '–'),
    },
  ]
  return (
    <Card title="Side by side" description="The typical day, and below it the range of 8 in 10 days." isPadded={false}>
      <Table
        label="Variants side by side"
        needsDesktop
        columns={columns}
        rows={variants.map((variant, index) => ({ ...variant, index }))}
        rowKey={({ index }) => String(index)}
        rowText={({ name }) => name}
      />
      <Notes variants={variants} />
    </Card>
  )
}

/** What changes came to, below the table. */
function Notes({ variants }: { variants: readonly RehearsedVariant[] }) {
  const noted = variants.filter(({ note }) => note)
  if (!noted.length) return null
  return (
    <ul className="grid gap-1 border-t px-4 py-3 text-[0.8125rem] text-ink-muted">
      {noted.map(({ name, note }, index) => (
        <li key={index}>
          {name}: {note}
        </li>
      ))}
    </ul>
  )
}
