import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { listDrivers } from '#domain/api/drivers.ts'
import type { OutcomeFigures } from '#domain/schema/outcomes.ts'
import type { Driver } from '#domain/schema/driver.ts'
import { call } from '#web/lib/call.ts'
import { formatHours } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { useFresh } from '#web/lib/live/last-changes.ts'
import { useMay } from '#web/lib/me.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { Cell, Row } from './list.tsx'
import { outcomeWords, useOutcomes } from './outcomes/outcomes.ts'
import { LoadedList } from './loaded-list.tsx'

/** The drivers, by name. */
export function DriversTab() {
  const mayChange = useMay('change_fleet')
  const drivers = useQuery({
    queryKey: keys.drivers.dashboard,
    queryFn: ({ signal }) => call(listDrivers, { query: { limit: 50 }, signal }),
  })
  const outcomes = useOutcomes().data
  return (
    <LoadedList
      label="Drivers"
      what="The drivers"
      list={drivers}
      row={(driver) => (
        <DriverRow
          key={driver.id}
          driver={driver}
          outcomes={outcomes?.drivers.find(({ driver_id }) => driver_id === driver.id)}
        />
      )}
      all={{ to: '/dashboard/drivers', label: mayChange ? 'Manage drivers' : 'All drivers' }}
      empty={
        <EmptyState
          icon={<Users />}
          title="No drivers yet"
          actions={mayChange && <ButtonLink to="/dashboard/drivers">Add a driver</ButtonLink>}
        >
          Routes are planned for drivers, within their shifts.
        </EmptyState>
      }
    />
  )
}

function DriverRow({ driver, outcomes }: { driver: Driver; outcomes: OutcomeFigures | undefined }) {
  const { id, name, active, vehicle_code, shift_start, shift_end } = driver
  const isFresh = useFresh().has(id)
  return (
    <Row
      isFresh={isFresh}
      title={
        <span className="flex items-center gap-2.5">
          <Avatar name={name} size="small" />
          {name}
        </span>
      }
      status={<StateBadge state={active ? 'active' : 'inactive'} />}
    >
      <Cell label="Vehicle">{vehicle_code ?? 'None'}</Cell>
      <Cell label="Shift">
        <span className="tabular-nums">{formatHours(shift_start, shift_end)}</span>
      </Cell>
      <Cell label="Last 30 days" isWide>
        {outcomeWords(outcomes) ?? 'No ratings or failures'}
      </Cell>
    </Row>
  )
}
