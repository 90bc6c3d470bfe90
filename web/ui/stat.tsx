import { Skeleton } from './skeleton.tsx'
import type { ReactNode } from 'react'

type StatProps = { label: string; value: ReactNode; hint?: ReactNode; icon?: ReactNode; isLoading?: boolean }

/** One figure with its label. */
export function Stat({ label, value, hint, icon, isLoading }: StatProps) {
  return (
    <div className="rounded-xl border bg-surface p-4 shadow-card">
      <div className="flex items-center gap-2 text-[0.8125rem] text-ink-muted [&>svg]:size-4">
        {icon}
        {label}
      </div>
      <div className="mt-1.5 text-2xl font-semibold tracking-tight tabular-nums">
        {isLoading ? <Skeleton className="my-1 h-6 w-20" /> : value}
      </div>
      {hint && <div className="mt-0.5 text-[0.8125rem] text-ink-muted">{hint}</div>}
    </div>
  )
}
