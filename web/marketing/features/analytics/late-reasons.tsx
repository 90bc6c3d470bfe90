import { Badge } from '#web/ui/badge.tsx'
import { Panel } from '../../parts/panel.tsx'

const reasons = [
  { reason: 'Long wait at the door', late: 31, minutes: 14 },
  { reason: 'Left the depot late', late: 22, minutes: 19 },
  { reason: 'Traffic slower than planned', late: 14, minutes: 9 },
  { reason: 'Address corrected en route', late: 7, minutes: 23 },
]

export function LateReasons() {
  return (
    <Panel title="Late deliveries by reason" aside={<Badge>Sample data</Badge>} isPadded={false}>
      <table className="w-full text-[0.9375rem]">
        <thead className="text-[0.8125rem] text-ink-muted">
          <tr className="border-b">
            <th scope="col" className="px-5 py-2.5 text-left font-medium">
              Reason
            </th>
            <th scope="col" className="px-3 py-2.5 text-right font-medium">
              Deliveries
            </th>
            <th scope="col" className="px-5 py-2.5 text-right font-medium">
              Late by
            </th>
          </tr>
        </thead>
        <tbody className="divide-y">
          {reasons.map(({ reason, late, minutes }) => (
            <tr key={reason}>
              <th scope="row" className="px-5 py-3.5 text-left leading-snug font-medium">
                {reason}
              </th>
              <td className="px-3 py-3.5 text-right tabular-nums">{late}</td>
              <td className="px-5 py-3.5 text-right whitespace-nowrap text-ink-muted tabular-nums">{minutes} min</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}
