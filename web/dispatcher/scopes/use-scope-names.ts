import { useQuery } from '@tanstack/react-query'
import { useMay } from '#web/lib/me.ts'
import { clientsQuery, depotsQuery } from '../queries.ts'

/** What the names of these are worth showing: a workspace that has none, or one depot only, should not hear of them. */
export function useScopeNames() {
  const maySee = useMay('see_operations')
  const clients = useQuery({ ...clientsQuery, enabled: maySee }).data ?? []
  const depots = useQuery({ ...depotsQuery, enabled: maySee }).data ?? []
  return {
    hasClients: clients.length > 0,
    hasDepots: depots.length > 1,
    clients,
    depots,
    /** Of clients and depots, by ID. */
    names: new Map([...clients, ...depots].map(({ id, name }) => [id, name])),
  }
}
