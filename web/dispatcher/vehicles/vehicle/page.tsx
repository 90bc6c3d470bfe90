import { useQuery } from '@tanstack/react-query'
import { Pencil, TriangleAlert } from 'lucide-react'
import { useParams, useSearchParams } from 'react-router'
import type { FleetState } from '#domain/schema/fleet-state.ts'
import type { Vehicle } from '#domain/schema/vehicle.ts'
import { formatNumber, withTimes } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay } from '#web/lib/me.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { DueBadges } from '../due-badges.tsx'
import { fleetStateQuery, vehicleQuery } from '../fleet-queries.ts'
import { VehicleForm } from '../vehicle-form.tsx'
import { typeWords } from '../vehicle-words.ts'
import { ChecksTab } from './checks-tab.tsx'
import { CostsTab } from './costs-tab.tsx'
import { DocumentsTab } from './documents-tab.tsx'
import { FuelTab } from './fuel-tab.tsx'
import { MaintenanceTab } from './maintenance-tab.tsx'
import { OdometerTab } from './odometer-tab.tsx'
import { usePart } from './use-part.ts'

export function meta() {
  return [{ title: 'Vehicle · Karta' }]
}

const trail = [{ label: 'Vehicles', href: '/dashboard/vehicles' }]

/** Everything about one vehicle: what is due, what was done, and how far it was driven. */
export default function VehiclePage() {
  const { id = '' } = useParams()
  const vehicle = useQuery(vehicleQuery(id))
  const state = useQuery(fleetStateQuery(id)).data ?? undefined
  const mayChange = useMay('change_fleet')
  const form = usePart('edit')
  if (vehicle.isLoadingError) {
    return (
      <LoadError
        title="The vehicle could not be loaded"
        error={vehicle.error}
        onRetry={() => void vehicle.refetch()}
        isRetrying={vehicle.isFetching}
      />
    )
  }
  const { data } = vehicle
  return (
    <>
      <PageHeader
        title={data?.code ?? 'Vehicle'}
        description={data && factsOf(data)}
        trail={trail}
        actions={
          <Button icon={<Pencil aria-hidden="true" className="size-4" />} onPress={() => form.open('1')}>
            {mayChange ? 'Edit vehicle' : 'Show fields'}
          </Button>
        }
      />
      {state?.away && (
        <div className="mb-4">
          <Banner tone="warning" icon={<TriangleAlert />}>
            {`${state.away} Plans leave it out until that is over.`}
          </Banner>
        </div>
      )}
      <Figures state={state} />
      {data && <VehicleTabs vehicle={data} />}
      {data && form.value && <VehicleForm row={data} onClose={form.close} onSaved={form.close} />}
    </>
  )
}

const factsOf = ({ type, plate, driver_name, active }: Vehicle) =>
  [typeWords[type], plate, driver_name ?? 'No driver', !active && 'Inactive'].filter(Boolean).join(' · ')

function Figures({ state }: { state: FleetState | undefined }) {
  const odometer = state?.odometer_km
  return (
    <div className="mb-6 grid gap-3 sm:grid-cols-3">
      <Stat
        label="Odometer"
        value={odometer == null ? 'Not read yet' : `${formatNumber(Math.round(odometer))} km`}
        hint="The last reading, and what positions add"
        isLoading={!state}
      />
      <Stat
        label="Due"
        value={<DueBadges state={state} />}
        hint={state?.due[0]?.sentence ? withTimes(state.due[0].sentence) : 'Nothing is due soon'}
        isLoading={!state}
      />
      <Stat
        label="Open work orders"
        value={state?.open_work_orders}
        hint={state?.away ? 'Out of plans today' : 'In plans today'}
        isLoading={!state}
      />
    </div>
  )
}

function VehicleTabs({ vehicle }: { vehicle: Vehicle }) {
  const [params, setParams] = useSearchParams()
  const items = [
    { id: 'maintenance', label: 'Maintenance', content: <MaintenanceTab vehicle={vehicle} /> },
    { id: 'fuel', label: 'Fuel', content: <FuelTab vehicle={vehicle} /> },
    { id: 'documents', label: 'Documents', content: <DocumentsTab owner={{ vehicle_id: vehicle.id }} /> },
    { id: 'costs', label: 'Costs', content: <CostsTab vehicle={vehicle} /> },
    { id: 'odometer', label: 'Odometer', content: <OdometerTab vehicle={vehicle} /> },
    { id: 'inspections', label: 'Inspections', content: <ChecksTab vehicle={vehicle} /> },
  ]
  const asked = items.find(({ id }) => id === params.get('tab')) ?? items[0]!
  return (
    <Tabs
      label="About the vehicle"
      items={items}
      selectedKey={asked.id}
      onSelectionChange={(tab) => setParams({ tab: String(tab) }, { replace: true, preventScrollReset: true })}
    />
  )
}
