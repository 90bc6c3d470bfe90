import type { ReactNode } from 'react'
import { formatPercent } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'

/** A list of records with a few facts each: rows on wide screens, cards on phones. */
export function List({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y overflow-hidden rounded-xl border bg-surface shadow-card">
      {children}
    </ul>
  )
}

type RowProps = {
  title: ReactNode
  status: ReactNode
  /** It just changed. */
  isFresh?: boolean
  children: ReactNode
}

/** One record: its name, its state, and its facts as `Cell`s. */
export function Row({ title, status, isFresh, children }: RowProps) {
  return (
    <li className={cx('grid gap-x-6 gap-y-3 px-4 py-3.5 md:grid-cols-[12rem_1fr] md:items-center', isFresh && 'fresh')}>
      <div className="flex items-center justify-between gap-3 md:flex-col md:items-start md:gap-1.5">
        <span className="font-semibold tabular-nums">{title}</span>
        {status}
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 lg:grid-cols-6 xl:auto-cols-fr xl:grid-flow-col xl:grid-cols-none">
        {children}
      </dl>
    </li>
  )
}

export function Cell({ label, isWide = false, children }: { label: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'col-span-2 min-w-0' : 'min-w-0'}>
      <dt className="text-xs text-ink-muted">{label}</dt>
      <dd className="mt-0.5 wrap-anywhere">{children}</dd>
    </div>
  )
}

// The browser's default colors ignore the theme.
const meterLook =
  'h-2 w-20 appearance-none [&::-webkit-meter-bar]:rounded-full [&::-webkit-meter-bar]:border-0 [&::-webkit-meter-bar]:bg-pressed [&::-webkit-meter-optimum-value]:rounded-full [&::-webkit-meter-optimum-value]:bg-brand [&::-webkit-meter-suboptimum-value]:rounded-full [&::-webkit-meter-suboptimum-value]:bg-warning-ink'

/** How full a tank is. */
export function FuelLevel({ of, percent }: { of: string; percent: number }) {
  return (
    <span className="flex items-center gap-2.5">
      <meter min={0} max={100} low={25} value={percent} aria-label={`Fuel of ${of}`} className={meterLook} />
      <span className="tabular-nums">{formatPercent(percent / 100)}</span>
    </span>
  )
}
