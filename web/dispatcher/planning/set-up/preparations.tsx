import { CircleCheck, CircleDashed, Route } from 'lucide-react'
import { countOf, formatDay } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { useSampleData } from '../../use-sample-data.ts'

type PreparationsProps = {
  hasDepot: boolean
  drivers: number
  pending: number
  day: string
  /** Whether the workspace is empty, so that sample data can be offered. */
  isNew: boolean
}

/** What a plan needs: each item is done, or links to where to do it. */
export function Preparations({ hasDepot, drivers, pending, day, isNew }: PreparationsProps) {
  const sampleData = useSampleData()
  return (
    <Card>
      <EmptyState
        icon={<Route />}
        title="A few things first"
        actions={
          <div className="grid justify-items-center gap-6">
            <ul className="grid gap-3 text-left">
              <Step isDone={hasDepot} done="You have a depot." href="/dashboard/depots" link="Add a depot">
                Routes start and end there.
              </Step>
              <Step
                isDone={drivers > 0}
                done={`${countOf(drivers, 'active driver')}.`}
                href="/dashboard/drivers"
                link="Add a driver"
              >
                Every route needs one, with a vehicle if its capacity matters.
              </Step>
              <Step
                isDone={pending > 0}
                done={`${countOf(pending, 'pending delivery', 'pending deliveries')} on ${formatDay(day)}.`}
                href="/dashboard/deliveries?import=1"
                link="Import deliveries"
              >
                A plan includes the day’s pending deliveries.
              </Step>
            </ul>
            {isNew && (
              <Button
                isPending={sampleData.isPending}
                pendingLabel="Loading sample data"
                onPress={() => sampleData.mutate()}
              >
                Load sample data
              </Button>
            )}
          </div>
        }
      >
        A plan needs a depot, at least one active driver and pending deliveries.
      </EmptyState>
    </Card>
  )
}

type StepProps = { isDone: boolean; done: string; href: string; link: string; children: string }

function Step({ isDone, done, href, link, children }: StepProps) {
  const Icon = isDone ? CircleCheck : CircleDashed
  return (
    <li className="flex items-start gap-2.5">
      <Icon
        aria-hidden="true"
        className={isDone ? 'mt-px size-4.5 text-success-ink' : 'mt-px size-4.5 text-ink-faint'}
      />
      {isDone ? (
        <span className="text-ink-muted">{done}</span>
      ) : (
        <span>
          <Link to={href}>{link}</Link>
          <span className="block text-[0.8125rem] text-ink-muted">{children}</span>
        </span>
      )}
    </li>
  )
}
