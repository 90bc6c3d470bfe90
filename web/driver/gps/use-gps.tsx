import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react'
import { nowhere, stepFence } from '#domain/road/geofence.ts'
import { useRoad, useRoadState } from '../road/use-road.ts'
import { keepScreenOn } from './keep-screen-on.ts'
import { mayLocate } from './may-locate.ts'
import { fencesOf } from './near-stop.ts'
import { watchPosition, type GpsState } from './watch.ts'

/** Where the phone is, and the stop that it has come to. */
type Gps = GpsState & { stopId: string | null }

const off: GpsState = { state: 'off', fix: null, speedMps: null, heading: null }
const Context = createContext<Gps>({ ...off, stopId: null })

/** A phone that does not move says nothing more: after so long, what it said last counts again. */
const stillMs = 5000

/** Takes positions while a shift is open, and never otherwise. */
export function GpsProvider({ children }: { children: ReactNode }) {
  const road = useRoad()
  const { day } = useRoadState()
  const [gps, setGps] = useState(off)
  const isOnShift = mayLocate(day)
  useEffect(() => {
    if (!isOnShift || !navigator.geolocation) return
    const stopWatching = watchPosition(road, setGps)
    const letGo = keepScreenOn()
    return () => {
      stopWatching()
      letGo()
    }
  }, [road, isOnShift])
  const stopId = useStopHere(gps)
  return <Context value={{ ...gps, stopId }}>{children}</Context>
}

/** The stop that the phone is at: come to for certain, and not left. */
function useStopHere({ state, fix, speedMps }: GpsState): string | null {
  const { day } = useRoadState()
  const dayNow = useRef(day)
  const [{ near }, setFence] = useState(nowhere)
  useEffect(() => {
    dayNow.current = day
  }, [day])
  useEffect(() => {
    if (!fix) return
    const step = (at: number) => {
      const fences = dayNow.current ? fencesOf(dayNow.current, Date.now()) : []
      setFence((before) => stepFence(before, { ...fix, at, speed_mps: speedMps }, fences).state)
    }
    step(Date.parse(fix.recorded_at))
    const timer = setInterval(() => step(Date.now()), stillMs)
    return () => clearInterval(timer)
  }, [fix, speedMps])
  return state !== 'off' && near?.left_at === null ? near.stop_id : null
}

/** Where the phone is, while a shift is open. */
export const useGps = (): Gps => use(Context)
