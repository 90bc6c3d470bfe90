import { Truck } from 'lucide-react'
import { changeVehicle, listVehicles } from '#domain/api/vehicles.ts'
import type { Vehicle } from '#domain/schema/vehicle.ts'
import { call } from '#web/lib/call.ts'
import { formatDay, formatPercent } from '#web/lib/format.ts'
import { StateBadge } from '#web/ui/state-badge.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { ImportDialog } from '../import/import-dialog.tsx'
import { vehiclesKind } from '../import/kinds/vehicles.ts'
import { RecordsPage } from '../records/records-page.tsx'
import { capacityWords, typeWords } from './vehicle-words.ts'
import { VehicleForm } from './vehicle-form.tsx'

export function meta() {
  return [{ title: 'Vehicles · Karta' }]
}

const columns: TableColumn<Vehicle>[] = [
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
  { id: 'capacity', header: 'Capacity', width: 'w-40', cell: capacityWords },
  {
    id: 'fuel',
    header: 'Fuel level',
    width: 'w-24',
    align: 'end',
    cell: (vehicle) => (vehicle.fuel_level === null ? '–' : formatPercent(vehicle.fuel_level / 100)),
    hideBelow: 'xl',
  },
  {
    id: 'maintenance',
    header: 'Last maintenance',
    width: 'w-36',
    cell: (vehicle) => (vehicle.last_maintenance_on === null ? '–' : formatDay(vehicle.last_maintenance_on)),
    hideBelow: 'xl',
  },
  {
    id: 'state',
    header: 'State',
    width: 'w-28',
    cell: (vehicle) => <StateBadge state={vehicle.active ? 'active' : 'inactive'} />,
  },
]

function ImportVehicles({ onClose }: { onClose: () => void }) {
  return <ImportDialog kind={vehiclesKind} onClose={onClose} />
}

export default function VehiclesPage() {
  return (
    <RecordsPage<Vehicle>
      title="Vehicles"
      description="Your vehicles, what they hold, and who drives them."
      noun={{ one: 'vehicle', many: 'vehicles' }}
      icon={<Truck />}
      kind="vehicles"
      list={(query, signal) => call(listVehicles, { query, signal })}
      setActive={({ id }, active, version) => call(changeVehicle, { params: { id }, body: { active }, version })}
      columns={columns}
      nameOf={(vehicle) => vehicle.code}
      emptyText="Add the vehicles your drivers use. Plans keep every route within its vehicle’s capacity."
      Import={ImportVehicles}
      Form={VehicleForm}
    />
  )
}
