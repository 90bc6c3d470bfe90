import type { Delivery } from '#domain/schema/delivery.ts'
import type { TableColumn } from '#web/ui/table-types.ts'
import type { useScopeNames } from './use-scope-names.ts'

type Scopes = Pick<ReturnType<typeof useScopeNames>, 'hasClients' | 'hasDepots' | 'names'>

/** The same in one line, for cards: `Toko Satu · West`. */
export function scopeWords({ client_id, depot_id }: Delivery, { hasClients, hasDepots, names }: Scopes): string {
  const shown = [hasClients ? names.get(client_id ?? '') : undefined, hasDepots ? names.get(depot_id ?? '') : undefined]
  return shown.filter(Boolean).join(' · ')
}

/** Columns for the client and the depot of a delivery, where the workspace has several. */
export function scopeColumns({ hasClients, hasDepots, names }: Scopes): TableColumn<Delivery>[] {
  const column = (
    id: string,
    header: string,
    hideBelow: 'xl' | '2xl',
    idOf: (delivery: Delivery) => string | null,
  ): TableColumn<Delivery> => ({
    id,
    header,
    hideBelow,
    width: 'w-28',
    title: (delivery) => names.get(idOf(delivery) ?? ''),
    cell: (delivery) => names.get(idOf(delivery) ?? '') ?? '–',
  })
  return [
    ...(hasClients ? [column('client', 'Client', 'xl', ({ client_id }) => client_id)] : []),
    ...(hasDepots ? [column('depot', 'Depot', hasClients ? '2xl' : 'xl', ({ depot_id }) => depot_id)] : []),
  ]
}
