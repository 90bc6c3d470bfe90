import { useQuery } from '@tanstack/react-query'
import { Clock, MapPinOff, Route } from 'lucide-react'
import { useState } from 'react'
import type { Driver } from '#domain/schema/driver.ts'
import type { PlanSummary } from '#domain/schema/plan.ts'
import type { Vehicle } from '#domain/schema/vehicle.ts'
import { shiftOn } from '#domain/shifts.ts'
import { countOf, formatNumber, formatTimeOfDay } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { useTier } from '#web/lib/tier.ts'
import { quotasQuery } from '#web/lib/quotas.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { dayCountsQuery } from '../../queries.ts'
import { DepotSelect } from '../../scopes/depot-select.tsx'
import { outlookOf, whyNotStart, whyTooMany } from '../day-outlook.ts'
import { Clashes } from './clashes.tsx'
import { DayBlocked } from './day-blocked.tsx'
import { MapAndList, type MapOrList } from '../map-and-list.tsx'
import { DriverChecklist } from './driver-checklist.tsx'
import { PendingMap } from './pending-map.tsx'
import { useWaitingOfDay, WaitingForMonth } from './waiting-for-month.tsx'
import { obstaclesFor, planningDayQuery } from '../planning-day.ts'
import { useLongestSeconds } from '../use-longest-seconds.ts'
import { useOptimize } from '../use-optimize.ts'

type SetUpFormProps = {
  day: string
  pending: number
  withoutPosition: number
  drivers: readonly Driver[]
  vehicles: readonly Vehicle[]
  onDay: (day: string) => void
  onStarted: (plan: PlanSummary) => void
  onTouched: () => void
}

const defaultSeconds = 10

/** The drivers and the time limit of a calculation, and the button that starts it. */
export function SetUpForm(props: SetUpFormProps) {
  const { day, vehicles, onDay, onStarted, onTouched } = props
  const [depot, setDepot] = useState('')
  const counts = useQuery({ ...dayCountsQuery(day, depot), enabled: depot !== '' }).data
  const ofDepot = depot === '' ? undefined : counts
  const pending = ofDepot ? (ofDepot.by_status.pending ?? 0) : props.pending
  const waiting = useWaitingOfDay(day, depot)
  const ready = Math.max(0, pending - waiting)
  const withoutPosition = ofDepot ? ofDepot.without_location : props.withoutPosition
  // Drivers without a depot start wherever the plan does.
  const drivers = props.drivers
    .filter(({ depot_id }) => depot === '' || depot_id === null || depot_id === depot)
    .map((driver) => withShiftOf(day, driver))
  // Stores who is excluded, so that everyone else is selected, including drivers added meanwhile.
  const over = new Set(useTier()?.drivers.over.map(({ id }) => id))
  const unlicensed = new Set(drivers.map(({ id }) => id).filter((id) => over.has(id)))
  const [taken, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const leftOut = new Set([...taken, ...unlicensed])
  const [seconds, setSeconds] = useState(defaultSeconds)
  const [shown, setShown] = useState<MapOrList>('list')
  const optimize = useOptimize(onStarted)
  const outlook = outlookOf(day, useNow(), useMe().workspace)
  const longestSeconds = useLongestSeconds()
  const chosen = drivers.filter((driver) => !leftOut.has(driver.id))
  const tooMany = whyTooMany(ready - withoutPosition, useQuery(quotasQuery).data)
  const planningDay = useQuery(planningDayQuery(day, depot)).data
  const off = new Map(planningDay?.off.map(({ driver_id, reason }) => [driver_id, reason]))
  const clashes = obstaclesFor(planningDay, chosen)
  const nothing =
    pending === 0
      ? { sentence: 'This depot has no pending deliveries on this day.', isMovable: false }
      : ready === 0
        ? { sentence: 'None of them can be planned this month.', isMovable: false }
        : null
  const nobody =
    drivers.length === 0
      ? { sentence: 'No active driver starts from this depot. Give drivers this depot, or none.', isMovable: false }
      : null
  const obstacle = nothing ?? nobody ?? whyNotStart(outlook, chosen) ?? tooMany
  const working = chosen.filter((driver) => !outlook.isShiftOver(driver) && !off.has(driver.id)).length
  const start = () =>
    optimize.mutate({
      day,
      driver_ids: chosen.map(({ id }) => id),
      time_limit_seconds: seconds,
      ...(depot && { depot_id: depot }),
    })
  return (
    <MapAndList
      label="The day as list or map"
      shown={shown}
      onShow={setShown}
      className="h-[calc(100dvh-8.5rem)]"
      map={(className) => <PendingMap day={day} depotId={depot} className={className} />}
      list={
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {obstacle?.isMovable && (
            <DayBlocked
              day={day}
              sentence={obstacle.sentence}
              pending={pending}
              nextDay={outlook.nextDay}
              nextDayWords={outlook.nextDayWords}
              onDay={onDay}
            />
          )}
          <Card>
            <div className="flex items-center justify-between gap-4">
              <p>
                <span className="block text-2xl font-semibold tracking-tight tabular-nums">
                  {formatNumber(pending, 0)}
                </span>
                {pending === 1 ? 'pending delivery' : 'pending deliveries'}
              </p>
              <Button
                variant="primary"
                size="large"
                icon={<Route aria-hidden="true" className="size-4.5" />}
                isDisabled={obstacle !== null || clashes.length > 0}
                isPending={optimize.isPending}
                pendingLabel="Starting"
                onPress={start}
              >
                Optimize
              </Button>
            </div>
            <p aria-live="polite" className="mt-2 text-[0.8125rem] text-ink-muted">
              {obstacle
                ? obstacle.sentence
                : `${countOf(ready, 'delivery', 'deliveries')} for ${countOf(working, 'driver')}`}
            </p>
            {outlook.startsAt && !obstacle && <EarliestStart startsAt={outlook.startsAt} />}
            {clashes.length > 0 && <Clashes sentences={clashes} />}
            <WaitingForMonth count={waiting} />
            {withoutPosition > 0 && <WithoutPosition day={day} count={withoutPosition} />}
            <div className="mt-4 empty:hidden">
              <DepotSelect
                label="Depot"
                none="All depots"
                value={depot}
                onChange={(id) => {
                  setDepot(id)
                  onTouched()
                }}
              />
            </div>
            <NumberField
              label="Time limit in seconds"
              description="It ends earlier once no better plan is to be expected."
              unit="s"
              minValue={1}
              maxValue={longestSeconds}
              step={1}
              value={seconds}
              onChange={(value) => {
                setSeconds(Number.isNaN(value) ? defaultSeconds : value)
                onTouched()
              }}
              className="mt-4"
            />
          </Card>
          {optimize.error && (
            <LoadError
              title="The calculation did not start"
              error={optimize.error}
              onRetry={start}
              isRetrying={optimize.isPending}
            />
          )}
          <DriverChecklist
            drivers={drivers}
            vehicles={vehicles}
            leftOut={leftOut}
            off={off}
            unlicensed={unlicensed}
            isShiftOver={outlook.isOver ? undefined : outlook.isShiftOver}
            onChange={(next) => {
              setLeftOut(next)
              onTouched()
            }}
          />
        </div>
      }
    />
  )
}

/** The driver with the hours of that day of the week. */
function withShiftOf(day: string, driver: Driver): Driver {
  const shift = shiftOn(driver, day)
  return shift ? { ...driver, shift_start: shift.start, shift_end: shift.end } : driver
}

function WithoutPosition({ day, count }: { day: string; count: number }) {
  return (
    <p className="mt-3 flex gap-2 rounded-lg bg-warning-soft px-3 py-2 text-warning-ink">
      <MapPinOff aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        {countOf(count, 'delivery has', 'deliveries have')} no position and cannot be planned.{' '}
        <Link to={`/dashboard/addresses?day=${day}`} className="text-current underline">
          Set positions
        </Link>
      </span>
    </p>
  )
}

function EarliestStart({ startsAt }: { startsAt: string }) {
  return (
    <p className="mt-3 flex gap-2 text-[0.8125rem] text-ink-muted">
      <Clock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        Routes start at {formatTimeOfDay(startsAt)} at the earliest: now plus the{' '}
        <Link to="/dashboard/settings">time to get ready</Link>.
      </span>
    </p>
  )
}
