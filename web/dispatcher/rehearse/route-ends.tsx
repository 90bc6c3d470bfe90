import type { RehearsedRouteEnd } from '#domain/schema/rehearsal.ts'
import { formatNumber, formatPercent, formatTime } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { Table } from '#web/ui/table.tsx'

/** Share of days from which on overtime is worth a color. */
const often = 0.3

/** When each route ends. */
export function RouteEnds({ routes, zone }: { routes: readonly RehearsedRouteEnd[]; zone: string }) {
  if (!routes.length) return null
  const time = (at: string) => formatTime(at, zone)
  return (
    <Card title="When routes end" isPadded={false}>
      <Table
        label="When routes end"
        rows={routes.map((route, index) => ({ ...route, index }))}
        rowKey={({ index }) => String(index)}
        rowText={({ driver_name }) => driver_name}
        columns={[
          { id: 'driver', header: 'Driver', cell: ({ driver_name }) => driver_name },
          { id: 'stops', header: 'Stops', align: 'end', width: 'w-20', cell: ({ stops }) => formatNumber(stops, 0) },
          { id: 'planned', header: 'Planned', align: 'end', cell: ({ planned_at }) => time(planned_at) },
          {
            id: 'end',
            header: 'On 8 of 10 days',
            align: 'end',
            cell: ({ p10_at, p90_at }) => `${time(p10_at)} to ${time(p90_at)}`,
          },
          { id: 'shift', header: 'Shift ends', align: 'end', cell: ({ shift_ends_at }) => time(shift_ends_at) },
          {
            id: 'overtime',
            header: 'Overtime on',
            align: 'end',
            cell: ({ overtime_share: share }) => (
              <span className={share >= often ? 'font-medium text-danger-ink' : undefined}>
                {formatPercent(share)} of days
              </span>
            ),
          },
        ]}
      />
    </Card>
  )
}
