import { useQuery } from '@tanstack/react-query'
import { getEtaModel } from '#domain/api/etas.ts'
import { call } from '#web/lib/call.ts'
import { countOf } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CalibrationChart } from './calibration-chart.tsx'

/** With fewer, shares are chance. */
const fewest = 30

/** Whether drivers came when it was said that they would. */
export function CalibrationCard() {
  const { data, error, isRefetching, refetch } = useQuery({
    queryKey: keys.etaModel,
    queryFn: ({ signal }) => call(getEtaModel, { signal }),
  })
  const said = data?.judged.leads.reduce((sum, lead) => sum + lead.said, 0) ?? 0
  return (
    <Card
      title="How accurate expected arrivals were"
      description="Of the last 30 days: how many arrivals were within the range that was said, by how long before. Above the dashed line, ranges were wider than they had to be; below it, too narrow. Each night, Karta learns from this how wide to make them."
    >
      {error ? (
        <ErrorPanel message={sentenceOf(error)} isRetrying={isRefetching} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-48" />
      ) : said < fewest ? (
        <p className="text-[0.9375rem] text-ink-muted">
          It takes {fewest} arrivals to tell.{' '}
          {said ? `There are ${countOf(said, 'range')} so far.` : 'There are none yet.'}
        </p>
      ) : (
        <CalibrationChart leads={data.judged.leads} />
      )}
    </Card>
  )
}
