import type { Driver } from '#domain/schema/driver.ts'
import type { Vehicle } from '#domain/schema/vehicle.ts'
import { BillingLink } from '#web/lib/billing-link.tsx'
import { countOf, formatHours } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Link } from '#web/ui/link.tsx'
import { capacityText } from '../plan-words.ts'

type DriverChecklistProps = {
  drivers: readonly Driver[]
  vehicles: readonly Vehicle[]
  leftOut: ReadonlySet<string>
  /** Why drivers do not work that day, by their ids. */
  off: ReadonlyMap<string, string>
  /** Drivers who cannot be given routes, because the tier has no license for them. */
  unlicensed: ReadonlySet<string>
  /** Tells whose shift is over, if the others' is not. */
  isShiftOver: ((driver: Driver) => boolean) | undefined
  onChange: (leftOut: ReadonlySet<string>) => void
}

/** Who drives that day. */
export function DriverChecklist(props: DriverChecklistProps) {
  const { drivers, vehicles, leftOut, off, unlicensed, isShiftOver, onChange } = props
  const vehicleById = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]))
  const chosen = drivers.filter((driver) => !leftOut.has(driver.id)).length
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(leftOut)
    if (isChosen) next.delete(id)
    else next.add(id)
    onChange(next)
  }
  return (
    <Card isPadded={false}>
      <div role="group" aria-labelledby="planning-drivers">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-3">
          <Checkbox
            isSelected={chosen > 0 && chosen === drivers.length - unlicensed.size}
            isDisabled={drivers.length === 0}
            isIndeterminate={chosen > 0 && chosen < drivers.length - unlicensed.size}
            onChange={(isAll) => onChange(isAll ? unlicensed : new Set(drivers.map((driver) => driver.id)))}
            aria-label="All drivers"
          />
          <h2 id="planning-drivers" className="flex-1 font-semibold tracking-tight">
            Drivers
          </h2>
          <span className="text-[0.8125rem] text-ink-muted tabular-nums">
            {chosen} of {drivers.length} chosen
          </span>
          <Link to="/dashboard/drivers" className="text-[0.8125rem]">
            Change drivers
          </Link>
        </div>
        <ul className="grid gap-px bg-line max-xl:sm:grid-cols-2">
          {drivers.map((driver) => (
            <li key={driver.id} className="min-w-0 bg-surface max-xl:sm:last:odd:col-span-2">
              <Checkbox
                isSelected={!leftOut.has(driver.id)}
                isDisabled={unlicensed.has(driver.id)}
                onChange={(isChosen) => choose(driver.id, isChosen)}
                className="w-full px-4 py-2 data-hovered:bg-hover pointer-coarse:before:hidden"
              >
                <DriverFacts
                  driver={driver}
                  vehicle={vehicleById.get(driver.vehicle_id ?? '')}
                  off={off.get(driver.id)}
                  isUnlicensed={unlicensed.has(driver.id)}
                  isShiftOver={isShiftOver?.(driver) ?? false}
                />
              </Checkbox>
            </li>
          ))}
        </ul>
        {unlicensed.size > 0 && (
          <p className="border-t px-4 py-2.5 text-[0.8125rem] text-ink-muted">
            {countOf(unlicensed.size, 'driver has', 'drivers have')} no license, so they cannot be given routes.{' '}
            <BillingLink label="Change who has one" />
          </p>
        )}
      </div>
    </Card>
  )
}

type DriverFactsProps = {
  driver: Driver
  vehicle: Vehicle | undefined
  off: string | undefined
  isUnlicensed: boolean
  isShiftOver: boolean
}

function DriverFacts({ driver, vehicle, off, isUnlicensed, isShiftOver }: DriverFactsProps) {
  const capacity = vehicle && (capacityText(vehicle) ?? 'no load limit')
  return (
    <span className="block min-w-0">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium wrap-anywhere">{driver.name}</span>
        {isUnlicensed && <Badge tone="warning">no license</Badge>}
        {off && <Badge tone="warning">off</Badge>}
        {!off && isShiftOver && <Badge tone="warning">shift over</Badge>}
        {driver.skills.map((skill) => (
          <Badge key={skill}>{skill}</Badge>
        ))}
      </span>
      <span className="mt-0.5 block text-[0.8125rem] text-ink-muted tabular-nums">
        {off?.replace(/\.$/, '') ?? formatHours(driver.shift_start, driver.shift_end)}
        {vehicle ? ` · ${vehicle.code} · ${capacity}` : ' · no vehicle, no load limit'}
      </span>
    </span>
  )
}
