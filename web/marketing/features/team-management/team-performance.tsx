import { Badge } from '#web/ui/badge.tsx'
import { MeterBar } from '../../parts/meter-bar.tsx'
import { Panel } from '../../parts/panel.tsx'
import { teamMeasures } from './sample-team.ts'

/** The sample team's measures as bars. The rows are as tall as those of the list next to it. */
export function TeamPerformance() {
  return (
    <Panel title="Team performance" aside={<SampleDays />} isPadded={false}>
      <ul className="divide-y">
        {teamMeasures.map((measure) => (
          <li key={measure.label} className="grid min-h-20 content-center gap-2.5 px-5">
            <div className="flex items-baseline justify-between gap-4">
              <span>{measure.label}</span>
              <span className="font-semibold whitespace-nowrap tabular-nums">{measure.text}</span>
            </div>
            <MeterBar {...measure} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** As tall as the button at the top of the list next to it. */
function SampleDays() {
  return (
    <span className="flex min-h-9 items-center pointer-coarse:min-h-11">
      <Badge>Sample data: 30 days</Badge>
    </span>
  )
}
