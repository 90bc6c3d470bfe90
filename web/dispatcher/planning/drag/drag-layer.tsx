import './drag.css'
import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import type { Plan } from '#domain/schema/plan.ts'
import { keys } from '#web/lib/keys.ts'
import { useMe } from '#web/lib/me.ts'
import { useEditor } from '../changes/editor-context.ts'
import { DropCard } from './drop-card.tsx'
import { DropZones } from './drop-zones.tsx'
import { sayDrop } from './drop-words.ts'
import { gapAt } from './hit-test.ts'
import { RowLooks } from './row-looks.tsx'
import { MoveMenu } from './move-menu.tsx'
import { targetLabel } from './target-label.ts'
import { useDrag, type Drag } from './use-drag.ts'
import { useDrop } from './use-drop.ts'
import { useDropEngine } from './use-drop-engine.ts'
import { useKeyDrag } from './use-key-drag.ts'
import { cardAt, usePointerDrag } from './use-pointer-drag.ts'

/** Dragging stops over timeline, lists and map, with what the drop would cost beside the pointer. */
export function DragLayer() {
  const { isOn, plan, selected, ask } = useEditor()
  const { time_zone: zone, currency } = useMe().workspace
  const client = useQueryClient()
  const isReady = isOn && plan !== undefined
  const { engine, state, isExact } = useDropEngine(plan, zone, isReady)
  const drop = useDrop()
  const dragging = useDrag(plan, engine, drop, () => void client.invalidateQueries({ queryKey: keys.plans.all }))
  const point = usePointerDrag(plan, selected, isReady, dragging)
  useKeyDrag(plan, selected, isReady, dragging, ({ stops }) => ask({ kind: 'move', stops, withPlace: false }))
  const { drag } = dragging
  if (!plan) return null
  if (!drag) return <MoveMenu plan={plan} engine={engine} isExact={isExact} drop={drop} />
  const label = drag.target ? targetLabel(plan, drag.target, drag.answer) : 'Let go on a route, a place or a day'
  const at = drag.by === 'keys' ? { x: innerWidth / 2 - 130, y: 64 } : point.current
  return (
    <>
      <RowLooks drag={drag} />
      <DropZones plan={plan} drag={drag} onChoose={drag.by === 'keys' ? dragging.over : undefined} />
      <GapLine plan={plan} drag={drag} x={at.x} y={at.y} />
      <DropCard
        drag={drag}
        label={label}
        currency={currency}
        isExact={isExact}
        isWithoutEngine={state === 'failed'}
        translate={cardAt(at.x, at.y)}
      />
      <output className="sr-only">
        {drag.by === 'keys' && `${drag.picked.label}. ${sayDrop(label, drag.answer, currency, isExact)}`}
      </output>
    </>
  )
}

/** The place as a line in the timeline or the list, which is measured on the screen. */
function GapLine({ plan, drag: { target, answer }, x, y }: { plan: Plan; drag: Drag; x: number; y: number }) {
  const line = useRef<HTMLDivElement>(null)
  const place = target && 'route_id' in target ? target.route_id : null
  const before = target?.kind === 'place' ? target.before : answer?.kind === 'effect' ? answer.before : undefined
  useLayoutEffect(() => {
    const gap = place && before !== undefined ? gapAt(x, y, plan, place, before) : null
    // Moved and stretched as a whole, which needs no layout.
    const moved = gap && `translate(${gap.left}px, ${gap.top}px) scale(${gap.width / 100}, ${gap.height / 100})`
    Object.assign(line.current!.style, { opacity: gap ? '1' : '0', ...(moved && { transform: moved }) })
  }, [plan, place, before, x, y])
  return <div ref={line} data-drag-gap="" aria-hidden="true" style={{ opacity: 0 }} />
}
