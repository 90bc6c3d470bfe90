import { driveLooks, type DriveLook } from './drive-looks.ts'
import type { Drive, Outcome } from './use-optimizer.ts'

type Row = { name: string; drive: Drive; look?: DriveLook }

/** The routes side by side, each with its line style on the map. */
export function ComparisonTable({ outcome, engine }: { outcome: Outcome; engine: Drive }) {
  const rows: Row[] = [
    { name: 'In the order entered', drive: outcome.asEntered },
    { name: 'Nearest neighbor', drive: outcome.nearest, look: driveLooks.nearest },
    { name: 'Our engine', drive: engine, look: driveLooks.engine },
  ]
  return (
    <table className="mt-3 w-full text-sm tabular-nums">
      <caption className="sr-only">Route comparison</caption>
      <thead className="text-left text-[0.8125rem] text-ink-muted">
        <tr>
          <th scope="col" className="py-1.5 font-medium">
            Route
          </th>
          {['km', 'min', 'L'].map((unit) => (
            <th key={unit} scope="col" className="py-1.5 pl-3 text-right font-medium">
              {unit}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, drive: { figures }, look }) => (
          <tr key={name} className="border-t">
            <th scope="row" className="py-2 text-left font-medium">
              <Sample look={look} />
              {name}
            </th>
            <td className="py-2 pl-3 text-right">{figures.km.toFixed(2)}</td>
            <td className="py-2 pl-3 text-right">{figures.minutes}</td>
            <td className="py-2 pl-3 text-right">{figures.liters.toFixed(2)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Sample({ look }: { look: DriveLook | undefined }) {
  return (
    <svg aria-hidden="true" width="26" height="8" className="mr-2 inline-block">
      {look && (
        <line
          x1="2"
          x2="24"
          y1="4"
          y2="4"
          stroke={look.color}
          strokeWidth="4"
          strokeLinecap="round"
          strokeDasharray={look.isDashed ? '1 7' : undefined}
        />
      )}
    </svg>
  )
}
