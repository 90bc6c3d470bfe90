import { useQuery } from '@tanstack/react-query'
import { Fuel, Truck } from 'lucide-react'
import { changeVehicle, listVehicles } from '#domain/api/vehicles.ts'
import type { FleetState } from '#domain/schema/fleet-state.ts'
import type { Vehicle } from '#domain/schema/vehicle.ts'
import { call } from '#web/lib/call.ts'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { useMay } from '#web/lib/me.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { ImportDialog } from '../import/import-dialog.tsx'
import { fuelKind } from '../import/kinds/fuel.ts'
import { vehiclesKind } from '../import/kinds/vehicles.ts'
import { RecordsPage } from '../records/records-page.tsx'
import { recordPath } from '../records/use-opened.ts'
import { DueBadges, sayDue } from './due-badges.tsx'
import { fleetStatesQuery } from './fleet-queries.ts'
import { usePart } from './vehicle/use-part.ts'
import { capacityWords, typeWords } from './vehicle-words.ts'
import { VehicleForm } from './vehicle-form.tsx'

export function meta() {
  return [{ title: 'Vehicles · Karta' }]
}

const columnsFor = (states: ReadonlyMap<string, FleetState> | undefined): TableColumn<Vehicle>[] => [
  {
    id: 'code',
    header: 'Vehicle',
    isRowHeader: true,
    width: 'w-[15%]',
    title: (vehicle) => vehicle.code,
    cell: (vehicle) => <span className="font-medium">{vehicle.code}</span>,
  },
  { id: 'type', header: 'Type', width: 'w-28', cell: (vehicle) => typeWords[vehicle.type] },
  { id: 'plate', header: 'Plate', width: 'w-32', cell: (vehicle) => vehicle.plate ?? '–', hideBelow: 'xl' },
  { id: 'driver', header: 'Driver', cell: (vehicle) => vehicle.driver_name ?? 'None' },
  { id: 'capacity', header: 'Capacity', width: 'w-40', cell: capacityWords, hideBelow: 'lg' },
  {
    id: 'fuel',
    header: 'Fuel level',
    width: 'w-24',
    align: 'end',
    cell: (vehicle) => (vehicle.fuel_level === null ? '–' : formatPercent(vehicle.fuel_level / 100)),
    hideBelow: '2xl',
  },
  {
    id: 'odometer',
    header: 'Odometer',
    width: 'w-28',
    align: 'end',
    cell: ({ id }) => kilometers(states?.get(id)?.odometer_km),
    hideBelow: 'xl',
  },
  {
    id: 'due',
    header: 'Due',
    width: 'w-36',
    title: ({ id }) => sayDue(states?.get(id)),
    cell: ({ id }) => <DueBadges state={states?.get(id)} />,
  },
  {
    id: 'state',
    header: 'State',
    width: 'w-32',
    title: ({ id }) => states?.get(id)?.away ?? undefined,
    cell: ({ id, active }) =>
      states?.get(id)?.away ? (
        <Badge tone="danger" hasDot>
          Out of plans
        </Badge>
      ) : (
        <StateBadge state={active ? 'active' : 'inactive'} />
      ),
  },
]

const kilometers = (km: number | null | undefined) => (km == null ? '–' : `${formatNumber(Math.round(km))} km`)

function ImportVehicles({ onClose }: { onClose: () => void }) {
  return <ImportDialog kind={vehiclesKind} onClose={onClose} />
}

export default function VehiclesPage() {
  const states = useQuery(fleetStatesQuery).data
  const fuel = usePart('fuel')
  const mayChange = useMay('change_fleet')
  return (
    <>
      <RecordsPage<Vehicle>
        title="Vehicles"
        description="Your vehicles, who drives them, and what is due."
        noun={{ one: 'vehicle', many: 'vehicles' }}
        icon={<Truck />}
        kind="vehicles"
        list={(query, signal) => call(listVehicles, { query, signal })}
        setActive={({ id }, active, version) => call(changeVehicle, { params: { id }, body: { active }, version })}
        columns={columnsFor(states)}
        nameOf={(vehicle) => vehicle.code}
        hrefOf={({ id }) => recordPath('vehicles', id)}
        emptyText="Add the vehicles your drivers use. Plans keep every route within its vehicle’s capacity."
        Import={ImportVehicles}
        moreActions={
          // Fuel is of vehicles that are there.
          states?.size === 0 ? undefined : (
            <Button icon={<Fuel aria-hidden="true" className="size-4" />} onPress={() => fuel.open('import')}>
              Import fuel
            </Button>
          )
        }
        Form={VehicleForm}
      />
      {fuel.value === 'import' && mayChange && <ImportDialog kind={fuelKind} onClose={fuel.close} />}
    </>
  )
}
