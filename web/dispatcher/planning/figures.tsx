import type { ReactNode } from 'react'

/** A few figures side by side, as many per row as fit. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-x-4 gap-y-3">{children}</dl>
}

/** One figure. */
export function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-muted">{label}</dt>
      <dd className="mt-0.5 text-lg font-semibold tracking-tight whitespace-nowrap tabular-nums">{value}</dd>
    </div>
  )
}
