import { useQuery } from '@tanstack/react-query'
import { Gauge } from 'lucide-react'
import { formatPercent } from '#web/lib/format.ts'
import { nearlyUsed, quotasQuery, titleOf } from '#web/lib/quotas.ts'
import { Link } from '#web/ui/link.tsx'

/** Says, in one line, that a quota is nearly used up, before anything is refused. */
export function QuotaHint() {
  const [nearest] = nearlyUsed(useQuery(quotasQuery).data ?? [])
  if (!nearest) return null
  const { used, limit } = nearest
  const share = formatPercent(Math.floor((used / limit) * 100) / 100)
  return (
    <div className="flex items-center gap-2 bg-warning-soft py-1.5 pr-2 pl-4 text-[0.8125rem] text-warning-ink md:pl-7 print:hidden">
      <Gauge aria-hidden="true" className="size-3.5 shrink-0" />
      <output className="min-w-0 truncate">
        {titleOf(nearest)}: {used >= limit ? 'limit reached' : `${share} used`}
      </output>
      <Link to="/dashboard/settings#quotas" className="whitespace-nowrap text-current underline">
        See quotas
      </Link>
    </div>
  )
}
