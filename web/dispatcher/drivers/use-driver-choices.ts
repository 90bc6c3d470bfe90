import { useQuery } from '@tanstack/react-query'
import { listVehicles } from '#domain/api/vehicles.ts'
import type { Driver } from '#domain/schema/driver.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { depotChoicesQuery } from '../queries.ts'
import { none } from './driver-values.ts'

/** The vehicles that a driver may be given, and the depots to start from. */
export function useDriverChoices(row: Driver | undefined) {
  const vehicles = useQuery({
    queryKey: keys.vehicles.choices,
    queryFn: ({ signal }) => call(listVehicles, { query: { active: 'true', limit: 200 }, signal }),
  })
  const depots = useQuery(depotChoicesQuery)
  return {
    /** Whether a vehicle returns to the depot for more. */
    reloads: (id: string) => vehicles.data?.data.find((each) => each.id === id)?.reloads ?? false,
    vehicles: [
      { id: none, label: 'No vehicle', description: 'No weight or volume limit' },
      ...(vehicles.data?.data ?? []).map(({ id, code, type, driver_id, driver_name }) => ({
        id,
        label: `${code} · ${type}`,
        description: driver_name && driver_id !== row?.id ? `Taken by ${driver_name}` : undefined,
      })),
    ],
    depots: [{ id: none, label: 'Default depot' }, ...(depots.data ?? []).map(({ id, name }) => ({ id, label: name }))],
  }
}
