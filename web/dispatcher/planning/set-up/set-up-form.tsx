import { Clock, MapPinOff, Route } from 'lucide-react'
import { useState } from 'react'
import type { Driver } from '#domain/schema/driver.ts'
import type { PlanSummary } from '#domain/schema/plan.ts'
import type { Vehicle } from '#domain/schema/vehicle.ts'
import { countOf, formatNumber, formatTimeOfDay } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { outlookOf, whyNotStart } from '../day-outlook.ts'
import { DayBlocked } from './day-blocked.tsx'
import { DriverChecklist } from './driver-checklist.tsx'
import { useOptimize } from '../use-optimize.ts'

type SetUpFormProps = {
  day: string
  pending: number
  withoutPosition: number
  drivers: readonly Driver[]
  vehicles: readonly Vehicle[]
  onDay: (day: string) => void
  onStarted: (plan: PlanSummary) => void
}

const defaultSeconds = 10
const longestSeconds = 120

/** The drivers and the time limit of a calculation, and the button that starts it. */
export function SetUpForm(props: SetUpFormProps) {
  const { day, pending, withoutPosition, drivers, vehicles, onDay, onStarted } = props
  // Stores who is excluded, so that everyone else is selected, including drivers added meanwhile.
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const [seconds, setSeconds] = useState(defaultSeconds)
  const optimize = useOptimize(onStarted)
  const outlook = outlookOf(day, useNow(), useMe().workspace)
  const chosen = drivers.filter((driver) => !leftOut.has(driver.id))
  const obstacle = whyNotStart(outlook, chosen)
  const start = () => optimize.mutate({ day, driver_ids: chosen.map(({ id }) => id), time_limit_seconds: seconds })
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem]">
      {obstacle?.isMovable && (
        <div className="lg:col-span-2">
          <DayBlocked
            day={day}
            sentence={obstacle.sentence}
            pending={pending}
            nextDay={outlook.nextDay}
            onDay={onDay}
          />
        </div>
      )}
      <DriverChecklist
        drivers={drivers}
        vehicles={vehicles}
        leftOut={leftOut}
        isShiftOver={outlook.isShiftOver}
        onChange={setLeftOut}
      />
      <div className="grid gap-4 lg:sticky lg:top-6">
        <Card>
          <p className="text-2xl font-semibold tracking-tight tabular-nums">{formatNumber(pending, 0)}</p>
          <p>{pending === 1 ? 'pending delivery' : 'pending deliveries'}</p>
          {outlook.startsAt && !obstacle && <EarliestStart startsAt={outlook.startsAt} />}
          {withoutPosition > 0 && (
            <p className="mt-3 flex gap-2 rounded-lg bg-warning-soft px-3 py-2 text-warning-ink">
              <MapPinOff aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
              <span>
                {countOf(withoutPosition, 'delivery has', 'deliveries have')} no position and cannot be planned.{' '}
                <Link
                  to={`/dashboard/deliveries?date_from=${day}&date_to=${day}&has_location=false`}
                  className="text-current underline"
                >
                  Show
                </Link>
              </span>
            </p>
          )}
          <NumberField
            label="Time limit in seconds"
            description="Keeps the best plan found in this time."
            unit="s"
            minValue={1}
            maxValue={longestSeconds}
            step={1}
            value={seconds}
            onChange={(value) => setSeconds(Number.isNaN(value) ? defaultSeconds : value)}
            className="mt-5"
          />
          <Button
            variant="primary"
            size="large"
            className="mt-5 w-full"
            icon={<Route aria-hidden="true" className="size-4.5" />}
            isDisabled={obstacle !== null}
            isPending={optimize.isPending}
            pendingLabel="Starting"
            onPress={start}
          >
            Optimize
          </Button>
          <p aria-live="polite" className="mt-2 text-center text-[0.8125rem] text-ink-muted">
            {obstacle
              ? obstacle.sentence
              : `${countOf(pending, 'delivery', 'deliveries')} for ${countOf(chosen.length, 'driver')}`}
          </p>
        </Card>
        {optimize.error && (
          <LoadError
            title="The calculation did not start"
            error={optimize.error}
            onRetry={start}
            isRetrying={optimize.isPending}
          />
        )}
      </div>
    </div>
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
