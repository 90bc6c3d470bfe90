import { useState } from 'react'
import { isOpen, isVisit, routeOfToday } from '../day/stops.ts'
import { go } from '../path.ts'
import { useDay } from '../road/use-road.ts'
import { Choice, Field, Note } from '../ui/parts.tsx'
import { Press } from '../ui/press.tsx'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { useAction } from '../use-action.ts'
import { useWords } from '../words/use-words.tsx'

/** Begins a shift, or ends the one that is open. */
export function ShiftPage() {
  const { shift } = useDay()
  // Once pressed, the other one must not appear before the page is left.
  const [isOpen] = useState(shift !== null)
  return isOpen ? <EndShift /> : <StartShift />
}

const none = 'none'

function StartShift() {
  const { say } = useWords()
  const day = useDay()
  const { act, problem, isPending } = useAction()
  const route = routeOfToday(day, Date.now())
  const [vehicle, setVehicle] = useState(route?.vehicle_id ?? (day.vehicles.length === 0 ? none : null))

  const isChecked = day.settings.check_vehicle && vehicle !== null && vehicle !== none

  async function start() {
    // The shift begins once the vehicle was found to be fit.
    if (isChecked) return go(`/check/${vehicle}`)
    const vehicle_id = vehicle === none ? null : vehicle
    if (!(await act({ kind: 'shift_started', data: { shift_id: crypto.randomUUID(), vehicle_id } }))) return
    go('/', { replace: true })
  }

  return (
    <Screen
      title={say('shift.start')}
      actions={
        <Press look="primary" isLarge isPending={isPending} disabled={!vehicle} onClick={() => void start()}>
          {say(isChecked ? 'check.begin' : 'shift.start')}
        </Press>
      }
    >
      <Problem text={problem} />
      <p className="text-pretty text-ink-muted">{say('shift.startText')}</p>
      <Choice
        label={say('shift.vehicle')}
        options={[
          ...day.vehicles.map(({ id, code, plate, blocked }) => ({
            value: id,
            label: blocked ? say('shift.blocked', { code }) : code,
            hint: plate,
          })),
          { value: none, label: say('shift.noVehicle') },
        ]}
        value={vehicle}
        onChange={setVehicle}
      />
    </Screen>
  )
}

function EndShift() {
  const { say } = useWords()
  const day = useDay()
  const { act, problem, isPending } = useAction()
  const [odometer, setOdometer] = useState('')
  const left = day.routes.flatMap(({ stops }) => stops).filter((stop) => isVisit(stop) && isOpen(stop)).length

  async function end() {
    if (!day.shift) return
    const odometer_km = odometer.trim() ? Number(odometer) : null
    if (!(await act({ kind: 'shift_ended', data: { shift_id: day.shift.id, odometer_km } }))) return
    go('/', { replace: true })
  }

  return (
    <Screen
      title={say('shift.end')}
      actions={
        <Press look="primary" isLarge isPending={isPending} onClick={() => void end()}>
          {say('shift.end')}
        </Press>
      }
    >
      <Problem text={problem} />
      {left > 0 && <Note tone="warning">{say('shift.endOpen', { count: left })}</Note>}
      <Field
        label={`${say('shift.odometer')} (${say('optional')})`}
        inputMode="decimal"
        type="number"
        min={0}
        value={odometer}
        onChange={({ target }) => setOdometer(target.value)}
      />
    </Screen>
  )
}
