import { useEffect, useState, type RefObject } from 'react'

/** Pixels of the names on the left, and of what is left free on the right. */
const aside = 200
const [least, most] = [16, 1200]

/** How wide an hour is: as it fits, or as somebody wants it. */
export function useZoom(box: RefObject<HTMLElement | null>, hours: number) {
  const [width, setWidth] = useState(1000)
  const [wanted, setWanted] = useState<number | null>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  const fit = Math.max((width - aside) / Math.max(hours, 1), least)
  const pixelsPerHour = wanted ?? fit
  return {
    pixelsPerHour,
    isFit: wanted === null,
    fit: () => setWanted(null),
    /** @param factor above 1 shows more of less */
    zoom: (factor: number) => {
      const next = Math.min(Math.max(pixelsPerHour * factor, fit), most)
      setWanted(next <= fit ? null : next)
    },
  }
}
