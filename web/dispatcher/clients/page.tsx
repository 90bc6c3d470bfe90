import { Building2 } from 'lucide-react'
import { changeClient, listClients } from '#domain/api/clients.ts'
import type { Client } from '#domain/schema/client.ts'
import { call } from '#web/lib/call.ts'
import { Link } from '#web/ui/link.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { RecordsPage } from '../records/records-page.tsx'
import { ClientForm } from './client-form.tsx'

export function meta() {
  return [{ title: 'Clients · Karta' }]
}

const columns: TableColumn<Client>[] = [
  {
    id: 'name',
    header: 'Name',
    isRowHeader: true,
    width: 'w-1/3',
    title: (client) => client.name,
    cell: (client) => <span className="font-medium">{client.name}</span>,
  },
  { id: 'reference', header: 'Reference', width: 'w-36', cell: (client) => client.reference ?? '–' },
  {
    id: 'contact',
    header: 'Contact',
    cell: (client) => [client.email, client.phone].filter(Boolean).join(' · ') || '–',
  },
  {
    id: 'deliveries',
    header: 'Deliveries',
    width: 'w-32',
    hideBelow: 'lg',
    cell: (client) => <Link to={`/dashboard/deliveries?client=${client.id}`}>Show</Link>,
  },
  {
    id: 'billing',
    header: 'Rates and invoices',
    width: 'w-40',
    cell: (client) => <Link to={`/dashboard/clients/${client.id}`}>Open</Link>,
  },
  {
    id: 'state',
    header: 'State',
    width: 'w-28',
    cell: (client) => <StateBadge state={client.active ? 'active' : 'inactive'} />,
  },
]

export default function ClientsPage() {
  return (
    <RecordsPage<Client>
      title="Clients"
      description="Shippers who have you deliver. Invite their people to the team with the role client: they see and add their own deliveries only."
      noun={{ one: 'client', many: 'clients' }}
      icon={<Building2 />}
      kind="clients"
      mayChangeWith="change_deliveries"
      list={(query, signal) => call(listClients, { query, signal })}
      setActive={({ id }, active, version) => call(changeClient, { params: { id }, body: { active }, version })}
      columns={columns}
      nameOf={(client) => client.name}
      emptyText="If you deliver for others, add them here. Then each delivery can say whose it is."
      Form={ClientForm}
    />
  )
}
