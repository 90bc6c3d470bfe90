import { useRef } from 'react'
import { useDragAndDrop, useDrop, type DropItem } from 'react-aria-components'
import type { Route, Stop } from '#domain/schema/plan.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import { isDone } from './choices.ts'
import { useEditor } from './editor-context.ts'
import { moving } from './proposals.ts'
import { putBeside } from './stop-order.ts'

const stopType = 'application/x-karta-stop'
/** Says on which route a stop is, which a target has to know before the drop. */
const typeOf = (routeId: string) => `application/x-karta-route-${routeId}`

/** Lets stops be dragged to another place of their route, and away from it. */
export function useStopDrag(route: Route) {
  const { isOn, plan, putInOrder } = useEditor()
  const isEditable = isOn && plan?.id === route.plan_id
  const open = new Map(route.stops.filter((stop) => isVisit(stop) && !isDone(stop)).map((stop) => [stop.id, stop]))
  const { dragAndDropHooks } = useDragAndDrop<Stop>({
    isDisabled: !isEditable,
    getItems: (keys) =>
      [...keys].flatMap((key) => {
        const stop = open.get(String(key))
        return stop ? { [stopType]: stop.id, [typeOf(route.id)]: '', 'text/plain': stop.name || 'Stop' } : []
      }),
    getAllowedDropOperations: () => ['move'],
    getDropOperation: (target, types) =>
      target.type === 'item' && target.dropPosition !== 'on' && types.has(typeOf(route.id)) ? 'move' : 'cancel',
    renderDragPreview: (items) => (
      <div className="rounded-lg bg-ink px-3 py-1.5 text-[0.8125rem] font-medium text-ground">
        {items.length === 1 ? items[0]!['text/plain'] : `${items.length} stops`}
      </div>
    ),
    onReorder: ({ keys, target }) => {
      const moved = new Set([...keys].map(String).filter((id) => open.has(id)))
      const visits = route.stops.filter(isVisit).map(({ id }) => id)
      const { beside, side } = besideVisit(route.stops, String(target.key), target.dropPosition === 'before')
      if (moved.size > 0) putInOrder(route, putBeside(visits, moved, beside, side))
    },
  })
  return isEditable ? dragAndDropHooks : undefined
}

/** The visit beside which something was dropped. Depots and breaks stand for the visit before them. */
function besideVisit(stops: readonly Stop[], key: string, isBefore: boolean) {
  const at = stops.findIndex(({ id }) => id === key)
  if (stops[at] && isVisit(stops[at])) return { beside: key, side: isBefore ? ('before' as const) : ('after' as const) }
  return { beside: stops.slice(0, at).findLast(isVisit)?.id ?? null, side: 'after' as const }
}

/** Lets stops of other routes be dropped on a route, which puts them where they cost least. */
export function useRouteDrop(route: Route) {
  const { isOn, plan, propose } = useEditor()
  const isEditable = isOn && plan?.id === route.plan_id
  const ref = useRef<HTMLDivElement>(null)
  const { dropProps, isDropTarget } = useDrop({
    ref,
    isDisabled: !isEditable,
    getDropOperation: (types) => (types.has(stopType) && !types.has(typeOf(route.id)) ? 'move' : 'cancel'),
    onDrop: ({ items }) => {
      void idsIn(items).then((ids) => {
        const stops = plan?.routes.flatMap((each) => each.stops).filter(({ id }) => ids.has(id)) ?? []
        if (stops.length > 0) propose(moving(stops, route))
      })
    },
  })
  return { ref, isDropTarget, dropProps: isEditable ? dropProps : {}, isEditable }
}

async function idsIn(items: readonly DropItem[]): Promise<Set<string>> {
  const texts = items.map((item) => (item.kind === 'text' ? item.getText(stopType) : ''))
  return new Set(await Promise.all(texts))
}
