import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { cx } from './cx.ts'

type SeparatorProps = {
  /** What becomes larger and smaller. */
  label: string
  /** Whether the line stands between two panes side by side, or lies between two on top of each other. */
  orientation: 'vertical' | 'horizontal'
  /** The size of the pane in pixels. */
  value: number
  min: number
  max: number
  /** Whether the pane lies behind the line, so that it grows as the line moves towards the start. */
  isBehind?: boolean
  /** Called for each movement of the pointer, to be drawn without a render. */
  onMove: (value: number) => void
  onChange: (value: number) => void
}

const step = 24

/** A line between two panes that is moved with the mouse, a finger or the arrow keys. */
export function Separator(props: SeparatorProps) {
  const { label, orientation, value, min, max, isBehind = false, onMove, onChange } = props
  const drag = useRef<{ from: number; value: number } | null>(null)
  const isVertical = orientation === 'vertical'
  const within = (size: number) => Math.round(Math.min(Math.max(size, min), max))
  const at = (event: PointerEvent) => (isVertical ? event.clientX : event.clientY)
  const sizeAt = (event: PointerEvent) => {
    const moved = at(event) - drag.current!.from
    return within(drag.current!.value + (isBehind ? -moved : moved))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const [less, more] = isVertical ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown']
    const grow = isBehind ? -step : step
    const next = { [less!]: value - grow, [more!]: value + grow, Home: min, End: max }[event.key]
    if (next === undefined) return
    event.preventDefault()
    onChange(within(next))
  }
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={Math.round(value)}
      aria-valuemin={min}
      aria-valuemax={max}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        drag.current = { from: at(event), value }
        event.currentTarget.setPointerCapture(event.pointerId)
        event.preventDefault()
      }}
      onPointerMove={(event) => drag.current && onMove(sizeAt(event))}
      onPointerUp={(event) => {
        if (!drag.current) return
        const size = sizeAt(event)
        drag.current = null
        onChange(size)
      }}
      onPointerCancel={() => {
        drag.current = null
        onMove(value)
      }}
      className={cx(
        'focus-ring group relative z-10 shrink-0 touch-none rounded-full',
        isVertical ? 'w-2.5 cursor-col-resize' : 'h-2.5 cursor-row-resize',
      )}
    >
      <span
        aria-hidden="true"
        className={cx(
          'absolute rounded-full bg-line-strong transition-colors group-hover:bg-brand group-active:bg-brand',
          isVertical
            ? 'top-1/2 left-1/2 h-9 w-1 -translate-1/2 pointer-coarse:h-12 pointer-coarse:w-1.5'
            : 'top-1/2 left-1/2 h-1 w-9 -translate-1/2 pointer-coarse:h-1.5 pointer-coarse:w-12',
        )}
      />
    </div>
  )
}
