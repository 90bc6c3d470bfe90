import { X } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { buttonStyle } from '#web/ui/button-style.ts'
import { cx } from '#web/ui/cx.ts'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { MeterBar } from '../../parts/meter-bar.tsx'
import { dayWords, lowFuel, type SampleVehicle } from './sample-vehicles.ts'

const panelId = (vehicle: SampleVehicle) => `vehicle-${vehicle.id}`

/**
 * Opens a vehicle’s panel. Newer browsers do it with `commandfor`, even without JavaScript; the handler is for older
 * ones.
 */
export function ViewDetails({ vehicle }: { vehicle: SampleVehicle }) {
  const id = panelId(vehicle)
  const nativeCommand = { command: 'show-modal', commandfor: id }
  return (
    <PlainButton
      {...nativeCommand}
      aria-haspopup="dialog"
      className="max-md:w-full"
      onClick={() => (document.getElementById(id) as HTMLDialogElement).showModal()}
    >
      <span>
        View Details<span className="sr-only"> of {vehicle.id}</span>
      </span>
    </PlainButton>
  )
}

/** A vehicle’s details in a panel on the right. Escape, the close button and a click outside close it. */
export function VehicleDetails({ vehicle }: { vehicle: SampleVehicle }) {
  const titleId = `${panelId(vehicle)}-title`
  return (
    <dialog
      id={panelId(vehicle)}
      closedby="any"
      onClick={closeIfOutside}
      aria-labelledby={titleId}
      className="fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none w-[min(28rem,100vw)] max-w-none overscroll-contain bg-raised p-0 text-ink shadow-raised transition-[translate] duration-200 ease-out backdrop:bg-scrim open:translate-x-0 starting:open:translate-x-12"
    >
      <div className="flex min-h-full flex-col">
        <header className="sticky top-0 flex items-start gap-3 border-b bg-raised px-6 py-5">
          <div className="min-w-0 flex-1">
            <h2 id={titleId} className="text-xl font-semibold tracking-tight tabular-nums">
              {vehicle.id}
            </h2>
            <p className="text-sm text-ink-muted">{vehicle.plate}</p>
          </div>
          <StateBadge state={vehicle.status} />
          <form method="dialog" className="-my-1.5 -mr-2.5">
            <button type="submit" aria-label="Close" className={buttonStyle('quiet', 'medium', true)}>
              <X aria-hidden="true" className="size-5" />
            </button>
          </form>
        </header>
        <div className="grid gap-8 px-6 py-6">
          <Facts vehicle={vehicle} />
          <Fuel vehicle={vehicle} />
          <History vehicle={vehicle} />
        </div>
      </div>
    </dialog>
  )
}

/** For browsers without `closedby`: a click whose target is the dialog itself is outside its content. */
function closeIfOutside(event: MouseEvent<HTMLDialogElement>): void {
  if (event.target === event.currentTarget) event.currentTarget.close()
}

function Facts({ vehicle }: { vehicle: SampleVehicle }) {
  return (
    <dl className="-mt-3 divide-y border-b text-[0.9375rem]">
      <Fact name="Type">{vehicle.type}</Fact>
      <Fact name="Plate">{vehicle.plate}</Fact>
      <Fact name="Capacity">{vehicle.capacity}</Fact>
      <Fact name="Driver">{vehicle.driver}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-6 py-3">
      <dt className="text-ink-muted">{name}</dt>
      <dd className="text-right font-medium tabular-nums">{children}</dd>
    </div>
  )
}

function Fuel({ vehicle }: { vehicle: SampleVehicle }) {
  const isLow = vehicle.fuel < lowFuel
  return (
    <section>
      <div className="flex items-baseline justify-between">
        <h3 className="font-semibold tracking-tight">Fuel</h3>
        <span className="font-semibold tabular-nums">{vehicle.fuel}%</span>
      </div>
      <MeterBar label="Fuel level" value={vehicle.fuel} low={lowFuel} className="mt-2.5" />
      {isLow && <p className="mt-2 text-sm text-warning-ink">Low. Refuel before the next route.</p>}
    </section>
  )
}

function History({ vehicle }: { vehicle: SampleVehicle }) {
  return (
    <section>
      <h3 className="font-semibold tracking-tight">Maintenance history</h3>
      <ol className="mt-4">
        {vehicle.maintenance.map(({ day, work, kilometers }, position) => (
          <li key={day} className="relative pb-5 pl-6 last:pb-0">
            <span
              aria-hidden="true"
              className="absolute top-3 bottom-[-0.25rem] left-[0.21875rem] w-px bg-line-strong"
              hidden={position === vehicle.maintenance.length - 1}
            />
            <span
              aria-hidden="true"
              className={cx(
                'absolute top-2 left-0 size-2 rounded-full',
                position === 0 ? 'bg-brand' : 'bg-control-line',
              )}
            />
            <p className="text-[0.9375rem] leading-snug font-medium">{work}</p>
            <p className="mt-0.5 text-[0.8125rem] text-ink-muted tabular-nums">
              <time dateTime={day}>{dayWords(day)}</time> · {kilometers}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
