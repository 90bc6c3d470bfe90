import { useQuery } from '@tanstack/react-query'
import { Truck } from 'lucide-react'
import { listVehicles } from '#domain/api/vehicles.ts'
import type { OutcomeFigures } from '#domain/schema/outcomes.ts'
import type { Vehicle } from '#domain/schema/vehicle.ts'
import { call } from '#web/lib/call.ts'
import { formatDay } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { useFresh } from '#web/lib/live/last-changes.ts'
import { useMay } from '#web/lib/me.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { typeWords } from '../vehicles/vehicle-words.ts'
import { Cell, FuelLevel, Row } from './list.tsx'
import { outcomeWords, useOutcomes } from './outcomes/outcomes.ts'
import { LoadedList } from './loaded-list.tsx'

/** The vehicles, by code. */
export function FleetTab() {
  const mayChange = useMay('change_fleet')
  const vehicles = useQuery({
    queryKey: keys.vehicles.dashboard,
    queryFn: ({ signal }) => call(listVehicles, { query: { limit: 50 }, signal }),
  })
  const outcomes = useOutcomes().data
  return (
    <LoadedList
      label="Fleet"
      what="The vehicles"
      list={vehicles}
      row={(vehicle) => (
        <VehicleRow
          key={vehicle.id}
          vehicle={vehicle}
          outcomes={outcomes?.vehicles.find(({ vehicle_id }) => vehicle_id === vehicle.id)}
        />
      )}
      all={{ to: '/dashboard/vehicles', label: mayChange ? 'Manage vehicles' : 'All vehicles' }}
      empty={
        <EmptyState
          icon={<Truck />}
          title="No vehicles yet"
          actions={mayChange && <ButtonLink to="/dashboard/vehicles">Add a vehicle</ButtonLink>}
        >
          A vehicle sets how much its driver can carry.
        </EmptyState>
      }
    />
  )
}

function VehicleRow({ vehicle, outcomes }: { vehicle: Vehicle; outcomes: OutcomeFigures | undefined }) {
  const isFresh = useFresh().has(vehicle.id)
  const { code, type, active, driver_name, fuel_level, last_maintenance_on } = vehicle
  return (
    <Row title={code} status={<StateBadge state={active ? 'active' : 'inactive'} />} isFresh={isFresh}>
      <Cell label="Type">{typeWords[type]}</Cell>
      <Cell label="Driver">{driver_name ?? 'Not assigned'}</Cell>
      <Cell label="Fuel level" isWide>
        {fuel_level === null ? 'Unknown' : <FuelLevel of={code} percent={fuel_level} />}
      </Cell>
      <Cell label="Last maintenance" isWide>
        {last_maintenance_on ? formatDay(last_maintenance_on) : 'Unknown'}
      </Cell>
      <Cell label="Last 30 days" isWide>
        {outcomeWords(outcomes) ?? 'No ratings or failures'}
      </Cell>
    </Row>
  )
}
