import { useQuery } from '@tanstack/react-query'
import type { Plan } from '#domain/schema/plan.ts'
import type { DeliveryWhy } from '#domain/schema/plan-why.ts'
import { withTimes } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { useEditor } from '../changes/editor-context.ts'
import { effectLine } from '../changes/effect-words.ts'
import { ArrivalLines } from './arrival-lines.tsx'
import { DriverAnswers } from './driver-answers.tsx'
import { FixList } from './fix-list.tsx'
import { Thinking } from './thinking.tsx'
import { whyQuery } from './why-queries.ts'

type WhyProps = { deliveryId: string; stopId?: string; zone: string }

/** Why a delivery is where it is, or on no route: the short answer, its figures, and what would change it. */
export function Why(props: WhyProps) {
  const { plan } = useEditor()
  return plan ? <WhyOn plan={plan} {...props} /> : <Thinking label="Working out why" />
}

function WhyOn({ plan, deliveryId, stopId, zone }: WhyProps & { plan: Plan }) {
  const { isMaking, isPublishedShown } = useEditor()
  const why = useQuery({ ...whyQuery(plan, deliveryId, isPublishedShown), enabled: !isMaking })
  if (why.error) {
    return (
      <LoadError
        title="The reasons could not be worked out"
        error={why.error}
        onRetry={() => void why.refetch()}
        isRetrying={why.isFetching}
      />
    )
  }
  if (!why.data) return <Thinking label="Working out why" />
  return <Answer key={deliveryId} why={why.data} stopId={stopId} zone={zone} />
}

function Answer({ why, stopId, zone }: { why: DeliveryWhy; stopId: string | undefined; zone: string }) {
  const isPlanned = why.is === 'planned'
  return (
    <div className="grid gap-4">
      <div className="grid gap-1 text-[0.8125rem]">
        {why.sentences.map((sentence) => (
          <p key={sentence}>{withTimes(sentence)}</p>
        ))}
        {isPlanned && why.next_place && <NextPlace place={why.next_place} />}
      </div>
      <FixList
        fixes={why.fixes}
        number={why.delivery_number}
        title={isPlanned ? 'What would be cheaper' : 'What would help'}
      />
      {why.drivers.length > 0 && (
        <DriverAnswers drivers={why.drivers} label={isPlanned ? 'With another driver' : 'Driver by driver'} />
      )}
      {isPlanned && <Arrivals why={why} stopId={stopId} zone={zone} />}
    </div>
  )
}

type Planned = Extract<DeliveryWhy, { is: 'planned' }>

function NextPlace({ place: { position, effect } }: { place: NonNullable<Planned['next_place']> }) {
  const { currency } = useMe().workspace
  return <p className="text-ink-muted">{`As stop ${position} of the same route: ${effectLine(effect, currency)}.`}</p>
}

function Arrivals({ why, stopId, zone }: { why: Planned; stopId: string | undefined; zone: string }) {
  const arrival = why.arrivals.find(({ stop_id }) => stop_id === stopId) ?? why.arrivals.at(-1)
  if (!arrival) return null
  return (
    <div className="grid gap-2">
      <h3 className="text-[0.8125rem] font-medium">How the arrival adds up</h3>
      <ArrivalLines key={arrival.stop_id} arrival={arrival} zone={zone} />
      <p className="text-xs text-ink-muted">{why.travel.join(' ')}</p>
    </div>
  )
}
