import { useEffect, useState, type RefObject } from 'react'

/** Rows beyond the edge that are rendered already, so that scrolling shows no gaps. */
const spare = 4

/** The rows that can be seen, from the first to the one after the last. Renders only when they change. */
export function useRowsInView(box: RefObject<HTMLElement | null>, count: number, rowPixels: number) {
  const [range, setRange] = useState({ from: 0, to: 8 })
  useEffect(() => {
    const element = box.current
    if (!element) return
    const update = () => {
      const from = Math.max(Math.floor(element.scrollTop / rowPixels) - spare, 0)
      const to = Math.ceil((element.scrollTop + element.clientHeight) / rowPixels) + spare
      setRange((now) => (now.from === from && now.to === to ? now : { from, to }))
    }
    update()
    const observer = new ResizeObserver(update)
    observer.observe(element)
    element.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [box, rowPixels])
  return { from: Math.min(range.from, count), to: Math.min(range.to, count) }
}
