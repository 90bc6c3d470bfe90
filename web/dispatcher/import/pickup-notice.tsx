import { Warehouse } from 'lucide-react'
import type { DeliveryRow } from '#domain/schema/delivery.ts'
import { countOf } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { OurDepot } from '../deliveries/form/our-depot.tsx'
import { useScopeNames } from '../scopes/use-scope-names.ts'
import { unknownPickups } from './unknown-pickups.ts'

/** More than these are shops of their own. */
const mostAsked = 3

/** Asks whether pickup addresses that nobody knows are a depot. Otherwise each needs a position of its own. */
export function PickupNotice({ rows }: { rows: readonly DeliveryRow[] }) {
  const { depots } = useScopeNames()
  return unknownPickups(rows, depots)
    .slice(0, mostAsked)
    .map(({ address, rows: count }) => (
      <Banner key={address} tone="warning" icon={<Warehouse />} actions={<OurDepot address={address} />}>
        {countOf(count, 'row is', 'rows are')} picked up at “{address}”, which is none of your depots. If it is one, say
        so. Otherwise it is a place of its own, and needs a position before it can be planned.
      </Banner>
    ))
}
