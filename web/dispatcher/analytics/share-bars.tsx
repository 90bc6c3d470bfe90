import type { ReactNode } from 'react'
import { formatPercent } from '#web/lib/format.ts'

export type ShareBar = { id: string; label: string; hint?: string; value: number; shown: ReactNode }

/** Parts of a whole, each with its bar. */
export function ShareBars({ label, bars, none }: { label: string; bars: readonly ShareBar[]; none: string }) {
  const all = bars.reduce((sum, { value }) => sum + value, 0)
  if (all === 0) return <p className="text-ink-muted">{none}</p>
  return (
    <ul aria-label={label} className="flex flex-col gap-2.5">
      {bars.map(({ id, label: name, hint, value, shown }) => (
        <li key={id}>
          <div className="flex items-baseline justify-between gap-3">
            <span title={hint}>{name}</span>
            <span className="whitespace-nowrap tabular-nums">
              {shown}{' '}
              <span className="ml-1 inline-block w-10 text-right text-ink-muted">{formatPercent(value / all)}</span>
            </span>
          </div>
          <span aria-hidden="true" className="mt-1 block h-1.5 overflow-hidden rounded-full bg-pressed">
            <span className="block h-full rounded-full bg-brand" style={{ width: `${(100 * value) / all}%` }} />
          </span>
        </li>
      ))}
    </ul>
  )
}
