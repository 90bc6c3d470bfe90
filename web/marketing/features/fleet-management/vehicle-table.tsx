import type { ReactNode } from 'react'
import { dayFleet } from '#web/lib/sample-day.ts'
import { Badge } from '#web/ui/badge.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { Panel } from '../../parts/panel.tsx'
import { FuelLevel } from './fuel-level.tsx'
import { dayWords, sampleVehicles, type SampleVehicle } from './sample-vehicles.ts'
import { VehicleDetails, ViewDetails } from './vehicle-details.tsx'

const headings = ['Vehicle', 'Status', 'Driver', 'Last maintenance', 'Fuel level'] as const

/** Three vehicles from a sample fleet, as a table or, on phones, as cards. */
export function VehicleTable() {
  return (
    <Panel title="Vehicles" aside={<Badge>Sample data: 3 of {dayFleet.length}</Badge>} isPadded={false}>
      <table className="w-full text-[0.9375rem] max-md:block">
        <caption className="sr-only">Vehicles</caption>
        <thead className="text-[0.8125rem] text-ink-muted max-md:sr-only">
          <tr className="border-b">
            {headings.map((heading) => (
              <th
                key={heading}
                scope="col"
                className="px-3 py-2.5 lg:px-4 text-left font-medium whitespace-nowrap first:pl-5"
              >
                {heading}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">Details</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y max-md:block">
          {sampleVehicles.map((vehicle) => (
            <VehicleRow key={vehicle.id} vehicle={vehicle} />
          ))}
        </tbody>
      </table>
      {sampleVehicles.map((vehicle) => (
        <VehicleDetails key={vehicle.id} vehicle={vehicle} />
      ))}
    </Panel>
  )
}

function VehicleRow({ vehicle }: { vehicle: SampleVehicle }) {
  const last = vehicle.maintenance[0]!.day
  return (
    <tr className="max-md:block max-md:px-5 max-md:py-4">
      <th
        scope="row"
        className="px-3 py-4 lg:px-4 text-left first:pl-5 max-md:block max-md:p-0 max-md:pb-2 max-md:first:pl-0"
      >
        <span className="font-semibold tabular-nums">{vehicle.id}</span>
        <span className="block text-[0.8125rem] font-normal text-ink-muted">{vehicle.type}</span>
      </th>
      <Cell heading={headings[1]}>
        <StateBadge state={vehicle.status} />
      </Cell>
      <Cell heading={headings[2]}>{vehicle.driver}</Cell>
      <Cell heading={headings[3]}>
        <time dateTime={last} className="whitespace-nowrap tabular-nums">
          {dayWords(last)}
        </time>
      </Cell>
      <Cell heading={headings[4]}>
        <FuelLevel vehicle={vehicle} />
      </Cell>
      <td className="px-3 py-3 lg:px-4 text-right last:pr-5 max-md:block max-md:p-0 max-md:pt-3 max-md:last:pr-0">
        <ViewDetails vehicle={vehicle} />
      </td>
    </tr>
  )
}

function Cell({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <td className="px-3 py-3 lg:px-4 max-md:flex max-md:min-h-9 max-md:items-center max-md:justify-between max-md:gap-4 max-md:p-0">
      <span aria-hidden="true" className="text-sm text-ink-muted md:hidden">
        {heading}
      </span>
      {children}
    </td>
  )
}
