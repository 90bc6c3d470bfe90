import { useEffect, useRef } from 'react'
import { toPosition } from './fit-view.ts'
import type { PositionStore } from './position-store.ts'
import { useMap } from './use-map.ts'

type FollowDriverProps = { positions: PositionStore; driverId: string; onEnd: () => void }

const closest = 15
/** Pixels that the driver may be off the middle, so that the map does not move all the time. */
const slack = 40

/** Keeps a driver in the middle of the map, until somebody drags it. */
export function FollowDriver({ positions, driverId, onEnd }: FollowDriverProps) {
  const map = useMap()
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    const animate = !matchMedia('(prefers-reduced-motion: reduce)').matches
    let isFirst = true
    const center = () => {
      const track = positions.get(driverId)
      if (!track) return
      const place = toPosition({ x: track.toX * 256, y: track.toY * 256 })
      const off = map.latLngToContainerPoint(place).distanceTo(map.getSize().divideBy(2))
      if (isFirst) map.setView(place, Math.max(map.getZoom(), closest), { animate })
      else if (off > slack) map.panTo(place, { animate, duration: 1, easeLinearity: 1 })
      isFirst = false
    }
    const onDrag = () => end.current()
    center()
    const stop = positions.onFrame(center)
    map.on('dragstart', onDrag)
    return () => {
      stop()
      map.off('dragstart', onDrag)
    }
  }, [map, positions, driverId])
  return null
}
