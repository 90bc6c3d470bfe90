import { Users } from 'lucide-react'
import { changeDriver, listDrivers } from '#domain/api/drivers.ts'
import type { Driver } from '#domain/schema/driver.ts'
import { call } from '#web/lib/call.ts'
import { formatHours } from '#web/lib/format.ts'
import { StateBadge } from '#web/ui/state-badge.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { ImportDialog } from '../import/import-dialog.tsx'
import { driversKind } from '../import/kinds/drivers.ts'
import { RecordsPage } from '../records/records-page.tsx'
import { SkillList } from '../records/skill-list.tsx'
import { DriverForm } from './driver-form.tsx'
import { weekWords } from './driver-values.ts'

export function meta() {
  return [{ title: 'Drivers · Karta' }]
}

const shiftWords = ({ week, shift_start, shift_end }: Driver) =>
  week ? weekWords(week) : formatHours(shift_start, shift_end)

const columns: TableColumn<Driver>[] = [
  {
    id: 'name',
    header: 'Name',
    isRowHeader: true,
    title: (driver) => driver.name,
    cell: (driver) => <span className="font-medium">{driver.name}</span>,
  },
  { id: 'phone', header: 'Phone', width: 'w-40', cell: (driver) => driver.phone ?? '–', hideBelow: 'lg' },
  { id: 'vehicle', header: 'Vehicle', width: 'w-32', cell: (driver) => driver.vehicle_code ?? 'None' },
  {
    id: 'shift',
    header: 'Shift',
    width: 'w-36',
    title: shiftWords,
    cell: shiftWords,
  },
  {
    id: 'skills',
    header: 'Skills',
    title: (driver) => driver.skills.join(', '),
    cell: (driver) => <SkillList skills={driver.skills} />,
    hideBelow: 'xl',
  },
  {
    id: 'state',
    header: 'State',
    width: 'w-28',
    cell: (driver) => <StateBadge state={driver.active ? 'active' : 'inactive'} />,
  },
]

function ImportDrivers({ onClose }: { onClose: () => void }) {
  return <ImportDialog kind={driversKind} onClose={onClose} />
}

export default function DriversPage() {
  return (
    <RecordsPage<Driver>
      title="Drivers"
      description="Your drivers, their shifts and their vehicles."
      noun={{ one: 'driver', many: 'drivers' }}
      icon={<Users />}
      kind="drivers"
      list={(query, signal) => call(listDrivers, { query, signal })}
      setActive={({ id }, active, version) => call(changeDriver, { params: { id }, body: { active }, version })}
      columns={columns}
      nameOf={(driver) => driver.name}
      emptyText="Add the people who deliver. A plan gives each of them a route within their shift."
      Import={ImportDrivers}
      Form={DriverForm}
    />
  )
}
