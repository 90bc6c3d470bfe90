import { useQueryClient } from '@tanstack/react-query'
import { Warehouse } from 'lucide-react'
import { changeDepot, listDepots } from '#domain/api/depots.ts'
import type { Depot } from '#domain/schema/depot.ts'
import { call } from '#web/lib/call.ts'
import { formatHours } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { ImportDialog } from '../import/import-dialog.tsx'
import { depotsKind } from '../import/kinds/depots.ts'
import { RecordsPage } from '../records/records-page.tsx'
import { DepotForm } from './depot-form.tsx'
import { limitedMembersQuery, sayLimited } from './limited-members.ts'

export function meta() {
  return [{ title: 'Depots · Karta' }]
}

const columns: TableColumn<Depot>[] = [
  {
    id: 'name',
    header: 'Name',
    isRowHeader: true,
    width: 'w-1/3',
    title: (depot) => depot.name,
    cell: (depot) => (
      <span className="flex items-center gap-2 font-medium">
        <span className="truncate">{depot.name}</span>
        {depot.is_default && <Badge tone="brand">Default</Badge>}
      </span>
    ),
  },
  { id: 'address', header: 'Address', cell: (depot) => depot.address },
  {
    id: 'hours',
    header: 'Open',
    width: 'w-36',
    cell: (depot) => formatHours(depot.opens, depot.closes),
    hideBelow: 'lg',
  },
  {
    id: 'state',
    header: 'State',
    width: 'w-28',
    cell: (depot) => <StateBadge state={depot.active ? 'active' : 'inactive'} />,
  },
]

function ImportDepots({ onClose }: { onClose: () => void }) {
  return <ImportDialog kind={depotsKind} onClose={onClose} />
}

export default function DepotsPage() {
  const queryClient = useQueryClient()
  return (
    <RecordsPage<Depot>
      title="Depots"
      description="Where routes start and end."
      noun={{ one: 'depot', many: 'depots' }}
      icon={<Warehouse />}
      kind="depots"
      list={(query, signal) => call(listDepots, { query, signal })}
      setActive={({ id }, active, version) => call(changeDepot, { params: { id }, body: { active }, version })}
      aftermath={async ({ id }) =>
        sayLimited(await queryClient.fetchQuery(limitedMembersQuery(id)).catch(() => undefined))
      }
      columns={columns}
      nameOf={(depot) => depot.name}
      emptyText="Add the place your drivers start from. Plans need at least one."
      Import={ImportDepots}
      Form={DepotForm}
    />
  )
}
