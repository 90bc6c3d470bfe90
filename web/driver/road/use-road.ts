import { createContext, use, useSyncExternalStore } from 'react'
import type { DriverDay } from '#domain/schema/driver-day.ts'
import type { Road, RoadState } from './road.ts'

export const RoadContext = createContext<Road | undefined>(undefined)

export function useRoad(): Road {
  const road = use(RoadContext)
  if (!road) throw new Error('There is no driver here.')
  return road
}

export function useRoadState(): RoadState {
  const road = useRoad()
  return useSyncExternalStore(road.subscribe, road.snapshot)
}

/** The day on this phone. Pages are only shown once there is one. */
export function useDay(): DriverDay {
  const { day } = useRoadState()
  if (!day) throw new Error('This phone has no day yet.')
  return day
}
