import {
  ArrowDown,
  ArrowUp,
  CircleCheck,
  CornerDownRight,
  ExternalLink,
  Lock,
  MapPin,
  Scissors,
  Trash2,
  Truck,
  Unlock,
} from 'lucide-react'
import { useNavigate } from 'react-router'
import type { Route, Stop } from '#domain/schema/plan.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import { MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { isDone } from './choices.ts'
import { useEditor } from './editor-context.ts'
import { deliveriesNamed, locking, removing } from './proposals.ts'
import { nextAt } from './status-of-stops.tsx'

type StopMenuProps = { route: Route; stop: Stop }

/** What can be done to a stop, or to all selected ones if it is one of them. */
export function StopMenu({ route, stop }: StopMenuProps) {
  const editor = useEditor()
  const navigate = useNavigate()
  if (!editor.isOn || !isVisit(stop)) return null
  const stops = stopsFor(route, stop, editor.selected)
  const label = deliveriesNamed(stops.flatMap((each) => each.delivery_number ?? []))
  const open = (
    <MenuItem
      id="open"
      icon={<ExternalLink />}
      onAction={() => void navigate(`/dashboard/deliveries?delivery=${stop.delivery_id}`)}
    >
      {`Open delivery #${stop.delivery_number}`}
    </MenuItem>
  )
  if (isDone(stop)) return <RowMenu label={label}>{open}</RowMenu>
  const isLocked = stops.every(({ locked }) => locked)
  const step = (direction: 'up' | 'down') => {
    const ids = stops.map(({ id }) => id)
    editor.select(ids)
    editor.step(route, new Set(ids), direction)
  }
  return (
    <RowMenu label={label}>
      <MenuItem id="move" icon={<Truck />} onAction={() => editor.ask({ kind: 'move', stops, withPlace: false })}>
        Move to another route…
      </MenuItem>
      <MenuItem id="place" icon={<MapPin />} onAction={() => editor.ask({ kind: 'move', stops, withPlace: true })}>
        Move to a place on another route…
      </MenuItem>
      <MenuItem id="after" icon={<CornerDownRight />} onAction={() => editor.ask({ kind: 'after', route, stops })}>
        Put after…
      </MenuItem>
      <MenuItem id="up" icon={<ArrowUp />} onAction={() => step('up')}>
        Move up
      </MenuItem>
      <MenuItem id="down" icon={<ArrowDown />} onAction={() => step('down')}>
        Move down
      </MenuItem>
      <MenuItem
        id="lock"
        icon={isLocked ? <Unlock /> : <Lock />}
        onAction={() => void editor.doSmall(locking(stops, isLocked ? 'unlock' : 'lock'))}
      >
        {isLocked ? 'Unlock' : 'Lock in place'}
      </MenuItem>
      {stops.length === 1 && stop.sequence > 1 && (
        <MenuItem id="split" icon={<Scissors />} onAction={() => editor.ask({ kind: 'new driver', route, stop })}>
          Split the route here…
        </MenuItem>
      )}
      {editor.plan?.state === 'dispatched' && nextAt(stops).length > 0 && (
        <MenuItem id="status" icon={<CircleCheck />} onAction={() => editor.ask({ kind: 'status', stops })}>
          Set status…
        </MenuItem>
      )}
      {open}
      <MenuSeparator />
      <MenuItem id="remove" icon={<Trash2 />} isDestructive onAction={() => editor.propose(removing(stops))}>
        Take off the plan
      </MenuItem>
    </RowMenu>
  )
}

/** All selected stops of the route if the stop is among them, otherwise the stop alone. */
export function stopsFor(route: Route, stop: Stop, selected: ReadonlySet<string>): Stop[] {
  if (!selected.has(stop.id)) return [stop]
  return route.stops.filter((each) => isVisit(each) && selected.has(each.id) && !isDone(each))
}
