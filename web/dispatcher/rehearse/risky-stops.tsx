import { useState } from 'react'
import type { Rehearsal, RiskyStop } from '#domain/schema/rehearsal.ts'
import { formatDuration, formatPercent, formatTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { Table } from '#web/ui/table.tsx'

type RiskyStopsProps = { risky: readonly RiskyStop[]; deliveries: Rehearsal['deliveries']; zone: string }

const firstShown = 8

/** Stops that are often late. */
export function RiskyStops({ risky, deliveries, zone }: RiskyStopsProps) {
  const [isWhole, setWhole] = useState(false)
  const known = new Map(deliveries.map((delivery) => [delivery.id, delivery]))
  const time = (at: string) => formatTime(at, zone)
  return (
    <Card
      title="Risky stops"
      description="Late on a tenth of the days or more."
      isPadded={risky.length === 0}
      actions={
        risky.length > firstShown && (
          <Button size="small" onPress={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show all ${risky.length}`}
          </Button>
        )
      }
    >
      {risky.length === 0 ? (
        <p className="text-ink-muted">
          None. Every stop that has a window or a promise is in time on nine of ten days.
        </p>
      ) : (
        <Table
          label="Risky stops"
          rows={risky.slice(0, isWhole ? undefined : firstShown).map((stop, index) => ({ ...stop, index }))}
          rowKey={({ index }) => String(index)}
          columns={[
            {
              id: 'delivery',
              header: 'Delivery',
              width: 'w-64',
              cell: ({ delivery_id }) => {
                const delivery = known.get(delivery_id)
                if (!delivery) return 'Deleted'
                return (
                  <Link to={`/dashboard/deliveries?delivery=${delivery.id}`}>
                    #{delivery.number} {delivery.name ?? delivery.address}
                  </Link>
                )
              },
            },
            { id: 'driver', header: 'Driver', cell: ({ driver_name }) => driver_name },
            { id: 'planned', header: 'Planned', align: 'end', cell: ({ planned_at }) => time(planned_at) },
            { id: 'due', header: 'Due', align: 'end', cell: ({ due_at }) => time(due_at) },
            {
              id: 'late',
              header: 'Late on',
              align: 'end',
              cell: ({ late_share }) => `${formatPercent(late_share)} of days`,
            },
            {
              id: 'by',
              header: 'Then by',
              align: 'end',
              cell: ({ late_minutes }) => formatDuration(late_minutes * 60),
            },
          ]}
        />
      )}
    </Card>
  )
}
