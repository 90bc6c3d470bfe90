import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useMay } from '#web/lib/me.ts'
import { clientsQuery, depotsQuery } from '../queries.ts'

/**
 * Clients and depots, as far as they are worth showing: a workspace without clients, or with one depot only, should not
 * hear of them.
 */
export function useScopeNames() {
  const maySee = useMay('see_operations')
  const clients = useQuery({ ...clientsQuery, enabled: maySee }).data
  const depots = useQuery({ ...depotsQuery, enabled: maySee }).data
  return useMemo(
    () => ({
      hasClients: (clients ?? []).length > 0,
      hasDepots: (depots ?? []).length > 1,
      clients: clients ?? [],
      depots: depots ?? [],
      /** Of clients and depots, by ID. */
      names: new Map([...(clients ?? []), ...(depots ?? [])].map(({ id, name }) => [id, name])),
    }),
    [clients, depots],
  )
}
