import { useQuery } from '@tanstack/react-query'
import type { LearnedSpeeds } from '#domain/schema/planning-settings.ts'
import { countOf } from '#web/lib/format.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { learnedSpeedsQuery } from '../queries.ts'
import { toTrafficDrafts, type TrafficDraft } from './settings-values.ts'
import { TrafficChart } from './traffic-chart.tsx'

/** What our own drives tell of the speeds over the day, or how many more it takes. */
export function LearnedSpeedsPart({ children }: { children: (workdays: TrafficDraft[]) => React.ReactNode }) {
  const { data, error, isRefetching, refetch } = useQuery(learnedSpeedsQuery)
  if (error) return <ErrorPanel message={sentenceOf(error)} isRetrying={isRefetching} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-24" />
  const { workdays, weekends } = data
  if (!workdays || !weekends) return <p className="text-[0.9375rem] text-ink-muted">{sayTooFew(data)}</p>
  const isAlike = JSON.stringify(workdays) === JSON.stringify(weekends)
  return (
    <div className="flex flex-col gap-3">
      <Chart of={isAlike ? undefined : 'Monday to Friday'} steps={toTrafficDrafts(workdays)} />
      {!isAlike && <Chart of="Weekends" steps={toTrafficDrafts(weekends)} />}
      {children(toTrafficDrafts(workdays))}
    </div>
  )
}

function Chart({ of, steps }: { of: string | undefined; steps: TrafficDraft[] }) {
  return (
    <div>
      {of && <h3 className="mb-1 text-sm font-medium">{of}</h3>}
      <TrafficChart steps={steps} />
    </div>
  )
}

/** How much there is to learn from. */
export function sayLearned({ drives, fewest_drives, workdays }: LearnedSpeeds): string {
  if (!workdays) return `${drives} of the ${fewest_drives} drives that it takes`
  return `Learned from ${countOf(drives, 'drive')} of the last 90 days, anew for each plan`
}

function sayTooFew({ drives, fewest_drives }: LearnedSpeeds): string {
  const have = drives === 0 ? 'There are none yet.' : `There ${drives === 1 ? 'is' : 'are'} ${drives} so far.`
  return `It takes ${fewest_drives} drives of the last 90 days to learn from. ${have} Until then, plans use the steps entered here.`
}
