import { useQuery } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { countOf } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { notifiableQuery } from './queries.ts'

const mostNamed = 5

/** Says before dispatch whose recipients nothing reaches. Nothing where recipients are told nothing. */
export function UnreachableNotice({ planId }: { planId: string }) {
  const { data } = useQuery(notifiableQuery(planId))
  if (!data?.active || data.unreachable.length === 0) return null
  const { unreachable } = data
  const left = unreachable.length - mostNamed
  return (
    <Banner tone="warning" icon={<BellOff />}>
      No message reaches {countOf(unreachable.length, 'recipient')}:{' '}
      {unreachable.slice(0, mostNamed).map(({ delivery_id, number, reason }, place) => (
        <span key={delivery_id}>
          {place > 0 && ', '}
          <Link to={`/dashboard/deliveries?delivery=${delivery_id}`}>delivery {number}</Link>
          {reason === 'suppressed' && ' (wants no messages)'}
          {reason === 'no_consent' && ' (has not agreed)'}
        </span>
      ))}
      {left > 0 && ` and ${left} more`}.
    </Banner>
  )
}
