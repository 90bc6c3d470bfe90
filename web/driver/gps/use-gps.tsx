import { createContext, use, useEffect, useState, type ReactNode } from 'react'
import { useRoad, useRoadState } from '../road/use-road.ts'
import { keepScreenOn } from './keep-screen-on.ts'
import { watchPosition, type GpsState } from './watch.ts'

const off: GpsState = { state: 'off', fix: null, speedMps: null, heading: null }
const Context = createContext<GpsState>(off)

/** Takes positions while a shift is open, and never otherwise. */
export function GpsProvider({ children }: { children: ReactNode }) {
  const road = useRoad()
  const { day } = useRoadState()
  const [gps, setGps] = useState(off)
  const isOnShift = day?.shift != null && day.shift.on_break_since === null
  useEffect(() => {
    if (!isOnShift || !navigator.geolocation) return
    const stopWatching = watchPosition(road, setGps)
    const letGo = keepScreenOn()
    return () => {
      stopWatching()
      letGo()
    }
  }, [road, isOnShift])
  return <Context value={gps}>{children}</Context>
}

/** Where the phone is, while a shift is open. */
export const useGps = (): GpsState => use(Context)
