import {
  ArrowLeftRight,
  ArrowUpDown,
  CircleCheck,
  FileText,
  Lock,
  Merge,
  MessageSquare,
  Printer,
  RefreshCw,
  Scissors,
  Sparkles,
  Split,
  Truck,
  Unlock,
  UserRound,
} from 'lucide-react'
import type { Route } from '#domain/schema/plan.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import { MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { useMessageAddress } from '../../messages/use-message-address.ts'
import { numbersOf, openNotes } from '../../print/print-notes.ts'
import { openSheets } from '../../print/print-sheets.tsx'
import { isDone } from './choices.ts'
import { useEditor } from './editor-context.ts'
import { nextAt } from './status-of-stops.tsx'
import { improving, locking, lockingRoute, refreshing, reversing, routeLocks, spreading } from './proposals.ts'

/** What can be done to a whole route. */
export function RouteMenu({ route }: { route: Route }) {
  const { isOn, plan, ask, propose, doSmall } = useEditor()
  const { openDriver } = useMessageAddress()
  // Routes of the day's other plans are changed there.
  if (!isOn || plan?.id !== route.plan_id) return null
  const open = route.stops.filter((stop) => isVisit(stop) && !isDone(stop))
  const isLocked = open.length > 0 && open.every(({ locked }) => locked)
  const isAlone = plan.routes.length < 2
  return (
    <RowMenu label={route.driver_name}>
      <MenuItem id="driver" icon={<UserRound />} onAction={() => ask({ kind: 'driver', route })}>
        Change driver…
      </MenuItem>
      <MenuItem id="message" icon={<MessageSquare />} onAction={() => openDriver(route.driver_id)}>
        Message the driver
      </MenuItem>
      <MenuItem id="vehicle" icon={<Truck />} onAction={() => ask({ kind: 'vehicle', route })}>
        Change vehicle…
      </MenuItem>
      <MenuItem id="swap" icon={<ArrowLeftRight />} isDisabled={isAlone} onAction={() => ask({ kind: 'swap', route })}>
        Swap with another driver…
      </MenuItem>
      <MenuSeparator />
      <MenuItem id="improve" icon={<Sparkles />} onAction={() => propose(improving(route))}>
        Improve the order
      </MenuItem>
      <MenuItem id="reverse" icon={<ArrowUpDown />} onAction={() => propose(reversing(route))}>
        Reverse
      </MenuItem>
      <MenuItem id="refresh" icon={<RefreshCw />} onAction={() => propose(refreshing(route))}>
        Work out times again
      </MenuItem>
      <MenuItem id="split" icon={<Scissors />} onAction={() => ask({ kind: 'split', route })}>
        Split…
      </MenuItem>
      <MenuItem id="merge" icon={<Merge />} isDisabled={isAlone} onAction={() => ask({ kind: 'merge', route })}>
        Merge into another route…
      </MenuItem>
      <MenuItem
        id="spread"
        icon={<Split />}
        isDisabled={isAlone || open.length === 0}
        onAction={() => propose(spreading(route))}
      >
        Vehicle broke down: spread its stops…
      </MenuItem>
      <MenuItem
        id="lock"
        icon={isLocked ? <Unlock /> : <Lock />}
        isDisabled={open.length === 0}
        onAction={() => void doSmall(locking(open, isLocked ? 'unlock' : 'lock'))}
      >
        {isLocked ? 'Unlock all stops' : 'Lock all stops'}
      </MenuItem>
      {(['order', 'driver', 'route'] as const).map((lock) => {
        const isOnNow = route.locks.includes(lock)
        return (
          <MenuItem
            key={lock}
            id={`lock-${lock}`}
            icon={isOnNow ? <Unlock /> : <Lock />}
            onAction={() => void doSmall(lockingRoute(route, lock, !isOnNow))}
          >
            {routeLocks[lock][isOnNow ? 'unlock' : 'lock']}
          </MenuItem>
        )
      })}
      <MenuSeparator />
      {plan.state === 'dispatched' && nextAt(open).length > 0 && (
        <MenuItem id="status" icon={<CircleCheck />} onAction={() => ask({ kind: 'status', stops: open })}>
          Set status of open stops…
        </MenuItem>
      )}
      <MenuItem
        id="notes"
        icon={<FileText />}
        onAction={() => void openNotes(numbersOf(route.stops.map((stop) => stop.delivery_number)))}
      >
        Print delivery notes
      </MenuItem>
      <MenuItem id="print" icon={<Printer />} onAction={() => void openSheets(plan.id, route.id)}>
        Print route sheet
      </MenuItem>
    </RowMenu>
  )
}
