import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { isTrouble, type DriverRow } from './driver-rows.ts'
import { DriverLine, heightOf, lineHeight } from './driver-line.tsx'

type DriverListProps = {
  rows: readonly DriverRow[]
  zone: string
  selectedId: string | null
  onSelect: (id: string) => void
}

/** Rows beyond what is visible, so that scrolling shows no gaps. */
const spare = 4

/** Thousands of drivers, of whom only those in sight are drawn. Arrow keys go from one to the next. */
export function DriverList({ rows, zone, selectedId, onSelect }: DriverListProps) {
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 600 })
  const [activeId, setActiveId] = useState<string | null>(null)
  const focusNext = useRef<string>(undefined)
  const troubles = rows.findIndex((row) => !isTrouble(row))
  const place = placesOf(rows, troubles === -1 ? rows.length : troubles)
  const reached = Math.max(
    0,
    rows.findIndex(({ id }) => id === (activeId ?? selectedId)),
  )

  useLayoutEffect(() => {
    const element = box.current!
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [])

  useEffect(() => {
    const id = focusNext.current
    if (id === undefined) return
    focusNext.current = undefined
    box.current?.querySelector<HTMLElement>(`[data-driver="${id}"]`)?.focus({ preventScroll: true })
  })

  const go = (to: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, to))]
    if (!row) return
    const at = rows.indexOf(row)
    const element = box.current!
    const [top, bottom] = [place.topOf(at), place.topOf(at) + heightOf(row)]
    if (top < element.scrollTop) element.scrollTop = top
    if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight
    focusNext.current = row.id
    setActiveId(row.id)
    setView({ top: element.scrollTop, height: element.clientHeight })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(view.height / lineHeight.plain) - 1)
    const steps: Record<string, number> = {
      ArrowDown: reached + 1,
      ArrowUp: reached - 1,
      PageDown: reached + page,
      PageUp: reached - page,
      Home: 0,
      End: rows.length - 1,
    }
    const to = steps[event.key]
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    go(to)
  }

  const first = Math.max(0, place.at(view.top) - spare)
  const last = Math.min(rows.length - 1, place.at(view.top + view.height) + spare)
  const shown = rows.slice(first, last + 1).map((row, offset) => ({ row, at: first + offset }))
  // Tab reaches the row that it left, also while that is out of sight.
  if (rows[reached] && (reached < first || reached > last)) shown.push({ row: rows[reached], at: reached })
  return (
    <div ref={box} className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <ul aria-label="Drivers" className="relative" style={{ height: place.topOf(rows.length) }} onKeyDown={onKeyDown}>
        {shown.map(({ row, at }) => (
          <li
            key={row.id}
            aria-setsize={rows.length}
            aria-posinset={at + 1}
            className="absolute inset-x-0"
            style={{ top: place.topOf(at), height: heightOf(row) }}
          >
            <DriverLine
              row={row}
              zone={zone}
              isSelected={row.id === selectedId}
              isReached={at === reached}
              onSelect={() => onSelect(row.id)}
              onFocus={() => setActiveId(row.id)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Where rows are: those with actions are taller, and come first. */
function placesOf(rows: readonly DriverRow[], troubles: number) {
  const { plain, trouble } = lineHeight
  const end = troubles * trouble
  return {
    topOf: (at: number) => (at <= troubles ? at * trouble : end + (at - troubles) * plain),
    at: (top: number) =>
      Math.min(rows.length - 1, top < end ? Math.floor(top / trouble) : troubles + Math.floor((top - end) / plain)),
  }
}
