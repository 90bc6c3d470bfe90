import './drag.css'
import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import type { Plan } from '#domain/schema/plan.ts'
import { keys } from '#web/lib/keys.ts'
import { useMe } from '#web/lib/me.ts'
import { toast } from '#web/ui/toast.tsx'
import { useEditor } from '../changes/editor-context.ts'
import { DropCard } from './drop-card.tsx'
import { DropZones } from './drop-zones.tsx'
import { sayDrop } from './drop-words.ts'
import { glide } from './glide.ts'
import { gapAt, laneAt, type Box } from './hit-test.ts'
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
  const { isOn, plan, selected, ask, doSmall } = useEditor()
  const { time_zone: zone, currency } = useMe().workspace
  const client = useQueryClient()
  const isReady = isOn && plan !== undefined
  const { engine, state, isExact } = useDropEngine(plan, zone, isReady)
  const drop = useDrop()
  const dragging = useDrag(plan, engine, `${state} ${isExact}`, {
    drop,
    onHeld: ({ unlock, ...said }) =>
      toast({
        tone: 'info',
        ...said,
        ...(unlock && { action: { label: 'Unlock', onPress: () => void doSmall(unlock) } }),
      }),
    onWake: () => void client.invalidateQueries({ queryKey: keys.plans.all }),
  })
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
      <TargetMarks plan={plan} drag={drag} x={at.x} y={at.y} />
      <DropCard
        drag={drag}
        label={label}
        currency={currency}
        isExact={isExact}
        isWithoutEngine={state === 'failed'}
        at={cardAt(at.x, at.y)}
      />
      <output className="sr-only">
        {drag.by === 'keys' && `${drag.picked.label}. ${sayDrop(label, drag.answer, currency, isExact)}`}
      </output>
    </>
  )
}

/** Marks the route that is meant, and the place on it as a line. Both are measured on the screen. */
function TargetMarks({ plan, drag: { target, answer }, x, y }: { plan: Plan; drag: Drag; x: number; y: number }) {
  const [lane, line] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)]
  const route = target && 'route_id' in target ? target.route_id : null
  const before = target?.kind === 'place' ? target.before : answer?.kind === 'effect' ? answer.before : undefined
  useLayoutEffect(() => {
    show(lane.current!, route ? laneAt(x, y, route) : null)
    show(line.current!, route && before !== undefined ? gapAt(x, y, plan, route, before) : null)
  }, [plan, route, before, x, y, lane, line])
  return (
    <>
      <div ref={lane} data-drag-lane="" aria-hidden="true" />
      <div ref={line} data-drag-gap="" aria-hidden="true" />
    </>
  )
}

/** Moved and stretched as a whole, from a hundred pixels each way. */
function show(element: HTMLElement, box: Box | null): void {
  element.style.opacity = box ? '1' : '0'
  if (box) glide(element, `translate(${box.left}px, ${box.top}px) scale(${box.width / 100}, ${box.height / 100})`)
}
