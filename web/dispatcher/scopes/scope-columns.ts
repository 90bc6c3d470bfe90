import type { Delivery } from '#domain/schema/delivery.ts'
import type { TableColumn } from '#web/ui/table-types.ts'
import type { useScopeNames } from './use-scope-names.ts'

/** Columns for the client and the depot of a delivery, where the workspace has several. */
export function scopeColumns({
  hasClients,
  hasDepots,
  names,
}: Pick<ReturnType<typeof useScopeNames>, 'hasClients' | 'hasDepots' | 'names'>): TableColumn<Delivery>[] {
  const column = (id: string, header: string, idOf: (delivery: Delivery) => string | null): TableColumn<Delivery> => ({
    id,
    header,
    hideBelow: 'xl',
    width: 'w-28',
    title: (delivery) => names.get(idOf(delivery) ?? ''),
    cell: (delivery) => names.get(idOf(delivery) ?? '') ?? '–',
  })
  return [
    ...(hasClients ? [column('client', 'Client', ({ client_id }) => client_id)] : []),
    ...(hasDepots ? [column('depot', 'Depot', ({ depot_id }) => depot_id)] : []),
  ]
}
