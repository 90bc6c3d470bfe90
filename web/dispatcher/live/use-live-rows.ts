import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { openPositions } from '#web/lib/live/positions-socket.ts'
import { useMe } from '#web/lib/me.ts'
import { positionStore, type PositionStore } from '#web/map/position-store.ts'
import { activeDriversQuery, vehiclesQuery } from '../queries.ts'
import { rowOf, sortRows, type DriverRow, type Fleet } from './driver-rows.ts'
import { positionsQuery } from './live-queries.ts'

/** How often rows are worked out again from what was heard meanwhile. */
const everyMs = 2000

/** Everybody in the order of the list, and the store that moves their marks. */
export function useLiveRows() {
  const { workspace } = useMe()
  const [store] = useState(() => positionStore())
  const snapshot = useQuery(positionsQuery)
  const { refetch } = snapshot
  const fleet = useFleet()

  useEffect(() => {
    if (!snapshot.data) return
    store.put(snapshot.data.drivers.flatMap(({ position }) => position ?? []))
    store.keep(new Set(snapshot.data.drivers.map(({ driver_id }) => driver_id)))
  }, [store, snapshot.data])

  // After an interruption, first what was missed.
  useEffect(
    () => openPositions(workspace.id, { onPositions: store.put, onUp: () => void refetch({ cancelRefetch: false }) }),
    [store, workspace.id, refetch],
  )

  const tick = useTick(store)
  const rows = useMemo(() => {
    if (!snapshot.data) return undefined
    const { drivers, clockOffsetMs } = snapshot.data
    const moment = { now: tick + clockOffsetMs, speedKmh: workspace.speed_kmh }
    const all = drivers.map((driver): DriverRow => rowOf(driver, store.get(driver.driver_id)?.position, fleet, moment))
    return sortRows(all)
  }, [snapshot.data, fleet, store, tick, workspace.speed_kmh])
  return { rows, store, snapshot }
}

/** What the time was when rows were last worked out. The first positions do not wait for their turn. */
function useTick(store: PositionStore): number {
  const [tick, setTick] = useState(() => Date.now())
  useEffect(() => {
    let last = 0
    const next = () => {
      last = Date.now()
      setTick(last)
    }
    const timer = setInterval(next, everyMs)
    const stop = store.onFrame(() => {
      if (Date.now() - last > everyMs) next()
    })
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [store])
  return tick
}

function useFleet(): Fleet {
  const drivers = useQuery(activeDriversQuery).data
  const vehicles = useQuery(vehiclesQuery).data
  return useMemo(
    () => ({
      drivers: new Map(drivers?.map((driver) => [driver.id, driver])),
      vehicles: new Map(vehicles?.map((vehicle) => [vehicle.id, vehicle])),
    }),
    [drivers, vehicles],
  )
}
