import { Warehouse } from 'lucide-react'
import { changeDepot, listDepots } from '#domain/api/depots.ts'
import type { Depot } from '#domain/schema/depot.ts'
import { call } from '#web/lib/call.ts'
import { Badge } from '#web/ui/badge.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { ImportDialog } from '../import/import-dialog.tsx'
import { depotsKind } from '../import/kinds/depots.ts'
import { RecordsPage } from '../records/records-page.tsx'
import { DepotForm } from './depot-form.tsx'

export function meta() {
  return [{ title: 'Depots · Karta' }]
}

const columns: TableColumn<Depot>[] = [
  {
    id: 'name',
    header: 'Name',
    isRowHeader: true,
    cell: (depot) => (
      <span className="flex min-w-24 flex-wrap items-center gap-2 font-medium wrap-anywhere">
        {depot.name}
        {depot.is_default && <Badge tone="brand">Default</Badge>}
      </span>
    ),
  },
  {
    id: 'address',
    header: 'Address',
    cell: (depot) => <span className="line-clamp-2 min-w-36 wrap-anywhere">{depot.address}</span>,
  },
  { id: 'hours', header: 'Open', cell: (depot) => `${depot.opens}–${depot.closes}`, hideBelow: 'lg' },
  { id: 'state', header: 'State', cell: (depot) => <StateBadge state={depot.active ? 'active' : 'inactive'} /> },
]

function ImportDepots({ onClose }: { onClose: () => void }) {
  return <ImportDialog kind={depotsKind} onClose={onClose} />
}

export default function DepotsPage() {
  return (
    <RecordsPage<Depot>
      title="Depots"
      description="Where routes start and end."
      noun={{ one: 'depot', many: 'depots' }}
      icon={<Warehouse />}
      kind="depots"
      list={(query, signal) => call(listDepots, { query, signal })}
      setActive={(id, active) => call(changeDepot, { params: { id }, body: { active } })}
      columns={columns}
      nameOf={(depot) => depot.name}
      emptyText="Add the place your drivers start from. Plans need at least one."
      Import={ImportDepots}
      Form={DepotForm}
    />
  )
}
