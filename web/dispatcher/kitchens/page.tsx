import { ChefHat } from 'lucide-react'
import { changePickupPlace, listPickupPlaces } from '#domain/api/pickup-places.ts'
import type { PickupPlace } from '#domain/schema/pickup-place.ts'
import { call } from '#web/lib/call.ts'
import { countOf } from '#web/lib/format.ts'
import { Link } from '#web/ui/link.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { RecordsPage } from '../records/records-page.tsx'
import { KitchenForm } from './kitchen-form.tsx'

export function meta() {
  return [{ title: 'Pickup places · Karta' }]
}

const columns: TableColumn<PickupPlace>[] = [
  {
    id: 'name',
    header: 'Name',
    isRowHeader: true,
    width: 'w-1/4',
    title: (place) => place.name,
    cell: (place) => <span className="font-medium">{place.name}</span>,
  },
  { id: 'address', header: 'Address', cell: (place) => place.address },
  {
    id: 'preparation',
    header: 'Preparation',
    width: 'w-28',
    hideBelow: 'lg',
    cell: (place) => `${place.preparation_minutes} min`,
  },
  { id: 'slots', header: 'Pickup slots', width: 'w-44', hideBelow: 'lg', cell: slotWords },
  {
    id: 'board',
    header: 'Orders',
    width: 'w-28',
    cell: (place) => <Link to={`/dashboard/kitchens/${place.id}`}>Open board</Link>,
  },
  {
    id: 'state',
    header: 'State',
    width: 'w-28',
    cell: (place) => <StateBadge state={place.active ? 'active' : 'inactive'} />,
  },
]

function slotWords({ slot_minutes, slot_orders }: PickupPlace): string {
  return slot_minutes === null ? 'None' : `${countOf(slot_orders ?? 0, 'order', 'orders')} in ${slot_minutes} min`
}

export default function KitchensPage() {
  return (
    <RecordsPage<PickupPlace>
      title="Pickup places"
      description="Kitchens and shops where drivers pick orders up, with how long orders take there."
      noun={{ one: 'pickup place', many: 'pickup places' }}
      icon={<ChefHat />}
      kind="kitchens"
      mayChangeWith="change_deliveries"
      list={(query, signal) => call(listPickupPlaces, { query, signal })}
      setActive={({ id }, active, version) => call(changePickupPlace, { params: { id }, body: { active }, version })}
      columns={columns}
      nameOf={(place) => place.name}
      emptyText="Add the kitchens and shops that you deliver for. Each has a board of its orders, and drivers come when an order is ready."
      Form={KitchenForm}
    />
  )
}
