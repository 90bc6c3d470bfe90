import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useMedia } from '#web/ui/use-media.ts'

/** Pixels an hour may have: so that the whole day fits, so that a stop can be seen or pressed, and at most. */
const limits = { least: 16, seen: 56, pressed: 120, most: 1200 }

/**
 * How wide an hour is: as it fits, though wide enough for stops to be told apart, or as somebody wants it. What is in the
 * middle stays there.
 * @param aside the width of the names, and of what is left free on the right, in pixels
 */
export function useZoom(box: RefObject<HTMLElement | null>, hours: number, aside: number) {
  const [width, setWidth] = useState(0)
  const [wanted, setWanted] = useState<number | 'fit' | null>(null)
  const isRough = useMedia('(pointer: coarse), (max-width: 64rem)')
  const fit = Math.max((width - aside) / Math.max(hours, 1), limits.least)
  const usual = Math.max(fit, isRough ? limits.pressed : limits.seen)
  const pixelsPerHour = wanted === 'fit' ? fit : Math.max(wanted ?? usual, fit)
  useLayoutEffect(() => {
    const element = box.current!
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  const before = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (!width) return
    const element = box.current!
    // As it opens, nothing is in the middle yet.
    before.current ??= pixelsPerHour
    if (before.current === pixelsPerHour) return
    const middle = (element.clientWidth - aside) / 2
    element.scrollTo({ left: (element.scrollLeft + middle) * (pixelsPerHour / before.current) - middle })
    before.current = pixelsPerHour
  }, [box, aside, width, pixelsPerHour])
  return {
    pixelsPerHour,
    isFit: pixelsPerHour <= fit,
    fit: () => setWanted('fit'),
    /** @param factor above 1 shows more of less */
    zoom: (factor: number) => {
      const next = Math.min(pixelsPerHour * factor, limits.most)
      setWanted(next <= fit ? 'fit' : next)
    },
  }
}
