import { formatTime } from '#web/lib/format.ts'
import { useLag } from '#web/lib/lag.ts'
import { useMe } from '#web/lib/me.ts'

const paths = ['/v1/analytics/', '/v1/reports/']

/** Says how old the figures are, if they come from a copy of the database that is behind. */
export function FiguresAge() {
  const { time_zone: zone } = useMe().workspace
  const asOf = useLag(paths)
  return (
    <p role="status" className={asOf ? 'mb-4 text-sm text-ink-muted' : 'sr-only'}>
      {asOf && `Figures as of ${formatTime(asOf, zone)}. What happened since then is not counted yet.`}
    </p>
  )
}
