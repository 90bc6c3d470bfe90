import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { countOf, formatDay } from '#web/lib/format.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Link } from '#web/ui/link.tsx'
import { useFocusHandover } from '#web/ui/use-focus-handover.ts'
import { plansOfDayQuery } from '../../planning/plan-queries.ts'
import { activeDriversQuery, depotChoicesQuery, openDaysQuery, vehiclesQuery } from '../../queries.ts'
import { useSampleData } from '../../use-sample-data.ts'
import type { FirstStepAction } from './first-step-dialog.tsx'
import { progressOf, type Progress } from './progress.ts'
import { Part, Step } from './step.tsx'
import { boardPath } from '../../planning/board-path.ts'

const FirstStepDialog = lazy(async () => ({ default: (await import('./first-step-dialog.tsx')).FirstStepDialog }))

type FirstStepsProps = { today: string; onDismiss: () => void }

/** The way to the first planned day: the fleet, the deliveries, the plan. */
export function FirstSteps({ today, onDismiss }: FirstStepsProps) {
  const [action, setAction] = useState<FirstStepAction>()
  const counts = useQuery(openDaysQuery).data
  const depots = useQuery(depotChoicesQuery).data
  const drivers = useQuery(activeDriversQuery).data
  const vehicles = useQuery(vehiclesQuery).data
  useFocusHandover()
  if (!counts || !depots || !drivers || !vehicles) return null
  const fleet = { depots: depots.length, drivers: drivers.length, vehicles: vehicles.length }
  const progress = progressOf(counts, fleet, today)
  const done = [progress.fleet, progress.deliveries].filter((state) => state === 'done').length
  return (
    <>
      <Card
        isPadded={false}
        title="Your first planned day"
        description={<output>{done} of 3 steps done</output>}
        actions={
          <IconButton
            label="Hide these steps"
            size="small"
            icon={<X aria-hidden="true" className="size-4" />}
            onPress={onDismiss}
          />
        }
      >
        <ProgressLine done={done} />
        <ol className="divide-y">
          <FleetStep state={progress.fleet} fleet={fleet} onAct={setAction} />
          <DeliveriesStep progress={progress} counts={counts} onAct={setAction} />
          <PlanStep progress={progress} />
        </ol>
        {counts.total === 0 && <SampleData />}
      </Card>
      {action && (
        <Suspense>
          <FirstStepDialog action={action} onClose={() => setAction(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** The description says the same in words. */
function ProgressLine({ done }: { done: number }) {
  return (
    <div aria-hidden="true" className="h-1 bg-pressed">
      <div className="h-full bg-brand transition-[width] duration-300" style={{ width: `${(done / 3) * 100}%` }} />
    </div>
  )
}

type ActProps = { onAct: (action: FirstStepAction) => void }
type Fleet = { depots: number; drivers: number; vehicles: number }

function FleetStep({ state, fleet, onAct }: ActProps & { state: Progress['fleet']; fleet: Fleet }) {
  const next = state === 'done' ? undefined : fleet.depots === 0 ? 'depot' : 'driver'
  return (
    <Step number={1} state={state} title="Set up your fleet" text="Where routes start, and who drives them.">
      <ul className="divide-y rounded-lg border">
        <Part
          title={fleet.depots ? countOf(fleet.depots, 'depot') : 'Depot'}
          text="Routes start and end there."
          isDone={fleet.depots > 0}
        >
          <Ways what="depot" isNext={next === 'depot'} onAct={onAct} />
        </Part>
        <Part
          title={fleet.vehicles ? countOf(fleet.vehicles, 'vehicle') : 'Vehicles, if the load matters'}
          text="They limit how much a driver carries."
          isDone={fleet.vehicles > 0}
        >
          <Ways what="vehicle" onAct={onAct} />
        </Part>
        <Part
          title={fleet.drivers ? countOf(fleet.drivers, 'driver') : 'Drivers'}
          text="Each gets a route within the shift."
          isDone={fleet.drivers > 0}
        >
          <Ways what="driver" isNext={next === 'driver'} onAct={onAct} />
        </Part>
      </ul>
    </Step>
  )
}

type DeliveriesStepProps = ActProps & { progress: Progress; counts: { total: number; without_location: number } }

function DeliveriesStep({ progress, counts, onAct }: DeliveriesStepProps) {
  const { total, without_location: lost } = counts
  return (
    <Step
      number={2}
      state={progress.deliveries}
      title="Bring your deliveries"
      text={
        total === 0 ? (
          'From a file, from a spreadsheet, or one by one.'
        ) : (
          <>
            {countOf(total, 'delivery', 'deliveries')}.
            {lost > 0 && (
              <>
                {' '}
                {lost === total ? 'None' : `${countOf(lost, 'of them has', 'of them have')} no position`}
                {lost === total && ' of them has a position'}, so{' '}
                <Link to="/dashboard/deliveries?has_location=false">set where they go</Link>.
              </>
            )}
          </>
        )
      }
    >
      <span className="flex flex-wrap gap-2">
        <Ways what="delivery" isNext={progress.deliveries === 'next'} onAct={onAct} />
      </span>
    </Step>
  )
}

const names: Record<FirstStepAction['what'], { one: string; many: string }> = {
  depot: { one: 'a depot', many: 'depots' },
  vehicle: { one: 'a vehicle', many: 'vehicles' },
  driver: { one: 'a driver', many: 'drivers' },
  delivery: { one: 'a delivery', many: 'deliveries' },
}

type WaysProps = ActProps & { what: FirstStepAction['what']; isNext?: boolean }

/** The two ways to add something. A depot is mostly one, everything else many. */
function Ways({ what, isNext = false, onAct }: WaysProps) {
  const prefers = what === 'depot' ? 'add' : 'import'
  const look = (way: FirstStepAction['way']) => (isNext && way === prefers ? 'primary' : 'secondary')
  return (
    <>
      <Button
        size="small"
        variant={look('import')}
        aria-label={`Import ${names[what].many}`}
        onPress={() => onAct({ way: 'import', what })}
      >
        Import
      </Button>
      <Button
        size="small"
        variant={look('add')}
        aria-label={`Add ${names[what].one}`}
        onPress={() => onAct({ way: 'add', what })}
      >
        Add one
      </Button>
    </>
  )
}

function PlanStep({ progress: { plan, day, deliveries } }: { progress: Progress }) {
  const plans = useQuery({ ...plansOfDayQuery(day?.day ?? ''), enabled: day !== null })
  const draft = plans.data?.find(({ state }) => state === 'draft')
  if (plan === 'next' && !day) {
    return (
      <Step
        number={3}
        state={plan}
        title="Plan the day"
        text={
          <>
            No day from today on has pending deliveries. <Link to="/dashboard/deliveries">Move some to today</Link>, or
            import others.
          </>
        }
      />
    )
  }
  return (
    <Step
      number={3}
      state={plan}
      title={draft ? 'Approve your plan' : 'Plan the day'}
      text={
        draft
          ? 'The routes are ready. Look at them, then approve them.'
          : plan === 'next'
            ? `${countOf(day!.pending, 'delivery', 'deliveries')} on ${formatDay(day!.day)} for your drivers.`
            : deliveries === 'done'
              ? 'Your deliveries wait for a depot and a driver.'
              : 'Routes for your drivers, in seconds.'
      }
    >
      {plan === 'next' && (
        <ButtonLink size="small" variant="primary" to={boardPath(day!.day, { plan: draft?.id ?? null })}>
          {draft ? 'Open the plan' : `Plan ${formatDay(day!.day)}`}
        </ButtonLink>
      )}
    </Step>
  )
}

/** For those who want to look around first. */
function SampleData() {
  const sample = useSampleData()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t bg-sunken px-4 py-3">
      <p className="min-w-0 flex-1 basis-64 text-ink-muted">
        Just looking? Try it with a depot, six drivers with vehicles and 120 deliveries in Jakarta.
      </p>
      <Button size="small" isPending={sample.isPending} onPress={() => sample.mutate()}>
        Load sample data
      </Button>
    </div>
  )
}
