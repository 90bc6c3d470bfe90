import { ListPlus, Lock, Trash2, Truck, Unlock } from 'lucide-react'
import { Group } from 'react-aria-components'
import type { Plan } from '#domain/schema/plan.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import { Button } from '#web/ui/button.tsx'
import { isDone } from './choices.ts'
import { useEditor } from './editor-context.ts'
import { insertingAll, locking, removing } from './proposals.ts'

/** What is selected and can be changed: stops that are still open, and unassigned deliveries. */
export function selectedOf(plan: Plan, selected: ReadonlySet<string>) {
  const stops = plan.routes
    .flatMap((route) => route.stops)
    .filter((stop) => selected.has(stop.id) && isVisit(stop) && !isDone(stop))
  return { stops, waiting: plan.unassigned.filter(({ delivery_id }) => selected.has(delivery_id)) }
}

/** What can be done to everything that is selected. */
export function SelectionActions() {
  const { isOn, plan, selected, ask, propose, doSmall } = useEditor()
  if (!isOn || !plan) return null
  const { stops, waiting } = selectedOf(plan, selected)
  if (stops.length + waiting.length === 0) return null
  const isLocked = stops.every(({ locked }) => locked)
  const LockIcon = isLocked ? Unlock : Lock
  return (
    <Group aria-label="Selected stops" className="flex flex-wrap items-center gap-1.5">
      {stops.length > 0 && (
        <>
          <Button
            size="small"
            icon={<Truck aria-hidden="true" className="size-3.5" />}
            onPress={() => ask({ kind: 'move', stops, withPlace: false })}
          >
            Move to…
          </Button>
          <Button
            size="small"
            variant="quiet"
            icon={<LockIcon aria-hidden="true" className="size-3.5" />}
            onPress={() => void doSmall(locking(stops, isLocked ? 'unlock' : 'lock'))}
          >
            {isLocked ? 'Unlock' : 'Lock'}
          </Button>
          <Button
            size="small"
            variant="danger-quiet"
            icon={<Trash2 aria-hidden="true" className="size-3.5" />}
            onPress={() => propose(removing(stops))}
          >
            Take off
          </Button>
        </>
      )}
      {waiting.length > 0 && (
        <>
          <Button
            size="small"
            icon={<ListPlus aria-hidden="true" className="size-3.5" />}
            onPress={() => ask({ kind: 'insert', deliveries: waiting })}
          >
            Insert…
          </Button>
          <Button size="small" variant="quiet" onPress={() => propose(insertingAll(waiting))}>
            At cheapest places
          </Button>
        </>
      )}
    </Group>
  )
}
