import { useState } from 'react'
import type { ArrivalLine, StopArrival } from '#domain/schema/plan-why.ts'
import { countOf, formatTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { comparedWords, exactDuration, lineWords } from './line-words.ts'

type ArrivalLinesProps = { arrival: StopArrival; zone: string }

/** How an arrival adds up, line by line: the last leg at first, and all from the start on demand. */
export function ArrivalLines({ arrival, zone }: ArrivalLinesProps) {
  const { lines, arrival_at } = arrival
  const [isWhole, setWhole] = useState(false)
  const from = isWhole ? 0 : lastStopIn(lines)
  const hidden = lines.slice(0, from)
  const stops = new Set(hidden.flatMap(({ sequence, stop_id }) => (sequence > 0 ? [stop_id] : []))).size
  const before = hidden.at(-1)
  return (
    <div className="grid gap-2">
      {lines.length > 2 && (
        <Button size="small" variant="quiet" className="justify-self-start" onPress={() => setWhole(!isWhole)}>
          {isWhole ? 'Show the last leg only' : 'Show all from the start'}
        </Button>
      )}
      <table className="w-full text-[0.8125rem]">
        <caption className="sr-only">How the arrival adds up</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Takes</th>
            <th scope="col">Until</th>
          </tr>
        </thead>
        <tbody>
          {before && (
            <Line
              words={stops > 0 ? `Start and ${countOf(stops, 'stop')} before` : 'Start'}
              seconds={hidden.reduce((sum, { seconds }) => sum + seconds, 0)}
              at={formatTime(before.at, zone)}
            />
          )}
          {lines.slice(from).map((line, i) => (
            <Line key={i} words={lineWords(line)} seconds={line.seconds} at={formatTime(line.at, zone)} />
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t font-semibold">
            <th scope="row" colSpan={2} className="py-1 text-left">
              Arrival
            </th>
            <td className="py-1 pl-3 text-right tabular-nums">{formatTime(arrival_at, zone)}</td>
          </tr>
        </tfoot>
      </table>
      <ul className="grid gap-0.5 text-[0.8125rem]">
        {comparedWords(arrival, zone).map(({ words, isBad }) => (
          <li key={words} className={cx(isBad ? 'font-medium text-danger-ink' : 'text-ink-muted')}>
            {words}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Line({ words, seconds, at }: { words: string; seconds: number; at: string }) {
  return (
    <tr className="align-baseline">
      <th scope="row" className="py-0.5 pr-3 text-left font-normal wrap-anywhere">
        {words}
      </th>
      <td className="py-0.5 text-right whitespace-nowrap text-ink-muted tabular-nums">
        {seconds > 0 && exactDuration(seconds)}
      </td>
      <td className="py-0.5 pl-3 text-right whitespace-nowrap tabular-nums">{at}</td>
    </tr>
  )
}

/** Where the previous stop is left: what comes after it is the last leg. */
function lastStopIn(lines: readonly ArrivalLine[]): number {
  const last = lines.findLastIndex(({ kind }) => kind === 'service' || kind === 'reload' || kind === 'start')
  return last < 0 ? 0 : last + 1
}
