import { useState, type DragEvent } from 'react'
import { cx } from '#web/ui/cx.ts'
import type { FormStop } from './stop-list.ts'
import { StopRow, type StopActions } from './stop-row.tsx'

type StopFieldsProps = StopActions & { stops: readonly FormStop[]; invalidIds: readonly string[] }

/** The address fields, depot first. Delivery points can be dragged by their handles or moved with buttons. */
export function StopFields({ stops, invalidIds, ...actions }: StopFieldsProps) {
  const [dragged, setDragged] = useState<string>()
  const [over, setOver] = useState<number>()
  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  const start = (event: DragEvent, id: string) => {
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData('text/plain', '')
    const row = event.currentTarget.closest('li')
    if (row) event.dataTransfer.setDragImage(row, 20, 20)
    setDragged(id)
  }
  const target = (position: number) => ({
    onDragOver: (event: DragEvent) => {
      if (dragged === undefined || position === 0) return
      event.preventDefault()
      setOver(position)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      if (dragged !== undefined && position > 0) actions.onMove(dragged, position)
      end()
    },
  })
  return (
    <ol className="grid gap-3">
      {stops.map((stop, position) => (
        <li
          key={stop.id}
          {...target(position)}
          className={cx(
            'min-w-0 rounded-lg',
            dragged === stop.id && 'opacity-50',
            over === position && dragged !== stop.id && 'outline-2 outline-offset-4 outline-focus outline-dashed',
          )}
        >
          <StopRow
            {...actions}
            stop={stop}
            position={position}
            isLast={position === stops.length - 1}
            isInvalid={invalidIds.includes(stop.id)}
            drag={{ onDragStart: (event) => start(event, stop.id), onDragEnd: end }}
          />
        </li>
      ))}
    </ol>
  )
}
