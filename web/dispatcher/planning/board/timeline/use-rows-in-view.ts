import { startTransition, useLayoutEffect, useState, type RefObject } from 'react'

/** Rows beyond the edge that are rendered already, so that scrolling shows no gaps. */
const spare = 4

/**
 * The rows that can be seen, from the first to the one after the last: none until the box is measured, then these, and soon
 * after some more. Renders only when they change.
 */
export function useRowsInView(box: RefObject<HTMLElement | null>, count: number, rowPixels: number) {
  const [range, setRange] = useState({ from: 0, to: 0 })
  useLayoutEffect(() => {
    const element = box.current!
    const show = (spareRows: number) => {
      const from = Math.max(Math.floor(element.scrollTop / rowPixels) - spareRows, 0)
      const to = Math.ceil((element.scrollTop + element.clientHeight) / rowPixels) + spareRows
      setRange((now) => (now.from === from && now.to === to ? now : { from, to }))
    }
    show(0)
    const update = () => show(spare)
    // It tells at once, too.
    const observer = new ResizeObserver(() => startTransition(update))
    observer.observe(element)
    element.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [box, rowPixels])
  return { from: Math.min(range.from, count), to: Math.min(range.to, count) }
}
