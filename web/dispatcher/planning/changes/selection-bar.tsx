import { ListPlus, Lock, Trash2, Truck, Unlock, X } from 'lucide-react'
import { Group } from 'react-aria-components'
import type { Plan } from '#domain/schema/plan.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useFocusHandover } from '#web/ui/use-focus-handover.ts'
import { isDone } from './choices.ts'
import { useEditor } from './editor-context.ts'
import { insertingAll, locking, removing } from './proposals.ts'

/** What can be done to everything that is selected, on the map or in the list. Floats over the page. */
export function SelectionBar() {
  const { isOn, plan, selected, proposal } = useEditor()
  if (!isOn || !plan || selected.size === 0 || proposal) return null
  return <Bar plan={plan} />
}

function Bar({ plan }: { plan: Plan }) {
  const { selected, select, ask, propose, doSmall } = useEditor()
  useFocusHandover()
  const stops = plan.routes
    .flatMap((route) => route.stops)
    .filter((stop) => selected.has(stop.id) && isVisit(stop) && !isDone(stop))
  const waiting = plan.unassigned.filter(({ delivery_id }) => selected.has(delivery_id))
  const count = stops.length + waiting.length
  if (count === 0) return null
  const isLocked = stops.every(({ locked }) => locked)
  const only = stops.length === 1 && waiting.length === 0 ? stops[0] : undefined
  return (
    <Group
      aria-label="Selected stops"
      data-bottom-bar=""
      className="fixed inset-x-3 bottom-[calc(4.25rem+env(safe-area-inset-bottom))] z-40 mx-auto flex w-fit max-w-[calc(100%-1.5rem)] flex-wrap items-center justify-center gap-x-1.5 gap-y-1 rounded-xl border bg-raised p-1.5 pl-4 shadow-raised md:bottom-4 md:left-[calc(15rem+1rem)]"
    >
      <p className="mr-1 max-w-48 truncate font-medium whitespace-nowrap tabular-nums max-sm:max-w-none max-sm:grow max-sm:basis-2/3">
        {only ? only.name || `#${only.delivery_number}` : `${formatNumber(count)} selected`}
      </p>
      <div className="flex flex-wrap items-center justify-center gap-1.5 max-sm:order-2 max-sm:basis-full">
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
              icon={
                isLocked ? (
                  <Unlock aria-hidden="true" className="size-3.5" />
                ) : (
                  <Lock aria-hidden="true" className="size-3.5" />
                )
              }
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
      </div>
      <IconButton
        size="small"
        label="Clear selection"
        icon={<X aria-hidden="true" className="size-4" />}
        aria-keyshortcuts="Escape"
        className="max-sm:order-1"
        onPress={() => select([])}
      />
    </Group>
  )
}
