import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Package, Truck, Users, Warehouse } from 'lucide-react'
import { useEffect, useState } from 'react'
import { listDeliveries } from '#domain/api/deliveries.ts'
import { listDepots } from '#domain/api/depots.ts'
import { listDrivers } from '#domain/api/drivers.ts'
import { listVehicles } from '#domain/api/vehicles.ts'
import { call } from '#web/lib/call.ts'
import { formatDay } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { useMay } from '#web/lib/me.ts'
import { stateLook } from '#web/ui/state-badge.tsx'
import type { Command } from './commands.tsx'

/** How many records of each kind are shown. */
const limit = 6
const none = { data: [] }

/** Records whose name, number, address and so on contain the text. Asks once the typing pauses. */
export function useFoundRecords(typed: string) {
  const kinds = { deliveries: useMay('see_deliveries'), fleet: useMay('see_operations') }
  const q = usePaused(typed.trim())
  const isAsking = kinds.deliveries && (q.length >= 2 || /^\d$/.test(q))
  const { data, isFetching, error } = useQuery({
    queryKey: keys.found(q),
    queryFn: ({ signal }) => findRecords(q, kinds.fleet, signal),
    enabled: isAsking,
    placeholderData: keepPreviousData,
  })
  return {
    records: isAsking ? (data ?? []) : [],
    isSearching: isAsking && (isFetching || q !== typed.trim()),
    error: isAsking ? error : null,
  }
}

/** @param withFleet also among drivers, vehicles and depots */
async function findRecords(q: string, withFleet: boolean, signal: AbortSignal): Promise<Command[]> {
  const query = { q, limit }
  const [deliveries, drivers, vehicles, depots] = await Promise.all([
    call(listDeliveries, { query, signal }),
    withFleet ? call(listDrivers, { query, signal }) : none,
    withFleet ? call(listVehicles, { query, signal }) : none,
    withFleet ? call(listDepots, { query, signal }) : none,
  ])
  const found: Command[] = [
    ...deliveries.data.map(({ id, number, recipient_name, delivery_address, scheduled_date, status }) => ({
      id,
      label: `#${number} ${recipient_name ?? delivery_address}`,
      description: `${formatDay(scheduled_date)} · ${stateLook(status).label} · ${delivery_address}`,
      href: `/dashboard/deliveries?delivery=${id}`,
      icon: <Package />,
    })),
    ...drivers.data.map(({ id, name, vehicle_code }) => ({
      id,
      label: name,
      description: vehicle_code ? `Driver · ${vehicle_code}` : 'Driver',
      href: recordAddress('drivers', id, name),
      icon: <Users />,
    })),
    ...vehicles.data.map(({ id, code, plate, driver_name }) => ({
      id,
      label: code,
      description: ['Vehicle', plate, driver_name].filter(Boolean).join(' · '),
      href: recordAddress('vehicles', id, code),
      icon: <Truck />,
    })),
    ...depots.data.map(({ id, name, address }) => ({
      id,
      label: name,
      description: `Depot · ${address}`,
      href: recordAddress('depots', id, name),
      icon: <Warehouse />,
    })),
  ]
  // A name or number that begins with the text is more likely meant than an address that contains it.
  const text = q.toLowerCase().replace(/^#/, '')
  const begins = ({ label }: Command) => (label.toLowerCase().replace(/^#/, '').startsWith(text) ? 0 : 1)
  return found.toSorted((one, other) => begins(one) - begins(other))
}

/** Filtered by the name, so that the record is in the list however long that is. */
function recordAddress(kind: 'drivers' | 'vehicles' | 'depots', id: string, name: string): string {
  return `/dashboard/${kind}?${new URLSearchParams({ show: 'all', q: name, open: id }).toString()}`
}

/** The value, once it has not changed for a moment. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), 120)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}
