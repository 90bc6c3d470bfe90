import {
  Ban,
  Building2,
  CalendarDays,
  Copy,
  Flag,
  Pencil,
  Printer,
  Route,
  Trash2,
  UserRound,
  Warehouse,
} from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { nextByHand, statusesByHand, type StatusByHand } from '#domain/delivery-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuSection, MenuSeparator } from '#web/ui/menu.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import { numbersOf, openNotes } from '../../print/print-notes.ts'
import { useScopeNames } from '../../scopes/use-scope-names.ts'
import { toMatchQuery } from '../deliveries-address.ts'
import { priorityWords } from '../delivery-words.ts'
import { StepItems } from '../status/status-items.tsx'
import { targetOf, useBulk, type BulkRequest } from './use-bulk.ts'
import { BulkDialogs, type Asking } from './bulk-dialogs.tsx'

/** What can be done to all selected deliveries: buttons where there is room, otherwise one menu. */
export function BulkActions({ onAskStatus, ...props }: BulkRequest & { onAskStatus: (status?: StatusByHand) => void }) {
  const [asking, setAsking] = useState<Asking>()
  const isRoomy = useMedia('(min-width: 64rem)')
  const { isPending, run } = useBulk(props)
  const cancel = () => (props.selection.mayBeOnRoute ? setAsking('cancel') : void run({ status: 'cancelled' }))
  const next = statusesByHand.filter((to) => props.selection.rows.some(({ status }) => nextByHand(status).includes(to)))
  const statuses = next.length > 0 && (
    <StepItems next={next} onAsk={onAskStatus} onStep={(status) => void run({ reached: { status } })} />
  )
  const doings = {
    statuses,
    onAsk: setAsking,
    onPriority: (priority: number) => void run({ priority }),
    onCancel: cancel,
    onPrint: () =>
      void openNotes(
        props.selection.isEverything
          ? toMatchQuery(props.filter)
          : numbersOf(props.selection.rows.map(({ number }) => number)),
      ),
  }
  const remove = () => void run({ deleted: true })
  return (
    <>
      {isRoomy ? (
        <Buttons {...doings} onDelete={remove} isPending={isPending} />
      ) : (
        <ActionsMenu {...doings} onDelete={remove} isPending={isPending} />
      )}
      <BulkDialogs
        asking={asking}
        count={props.selection.count}
        target={targetOf(props)}
        onClose={() => setAsking(undefined)}
        run={run}
      />
    </>
  )
}

type Doings = {
  /** Nothing if none of them is on its way. */
  statuses: ReactNode
  onAsk: (what: Asking) => void
  onPriority: (priority: number) => void
  onCancel: () => void
  /** Their delivery notes. */
  onPrint: () => void
  onDelete: () => void
  isPending: boolean
}

const icon = (Icon: typeof Ban) => <Icon aria-hidden="true" className="size-4" />

function Buttons({ statuses, onAsk, onPriority, onCancel, onPrint, onDelete, isPending }: Doings) {
  const { hasClients, hasDepots } = useScopeNames()
  const shared = { size: 'small', variant: 'quiet', isDisabled: isPending } as const
  return (
    <>
      {statuses && (
        <Menu
          aria-label="Status"
          placement="top"
          trigger={
            <Button {...shared} icon={icon(Route)}>
              Status
            </Button>
          }
        >
          {statuses}
        </Menu>
      )}
      <Button {...shared} icon={icon(Pencil)} onPress={() => onAsk('edit')}>
        Edit
      </Button>
      <Button {...shared} icon={icon(Copy)} onPress={() => onAsk('duplicate')}>
        Duplicate
      </Button>
      <Button {...shared} icon={icon(CalendarDays)} onPress={() => onAsk('move')}>
        Move
      </Button>
      <Button {...shared} icon={icon(UserRound)} onPress={() => onAsk('assign')}>
        Assign
      </Button>
      <Menu
        aria-label="Priority"
        placement="top"
        trigger={
          <Button {...shared} icon={icon(Flag)}>
            Priority
          </Button>
        }
      >
        {priorities(onPriority)}
      </Menu>
      {hasDepots && (
        <Button {...shared} icon={icon(Warehouse)} onPress={() => onAsk('depot')}>
          Depot
        </Button>
      )}
      {hasClients && (
        <Button {...shared} icon={icon(Building2)} onPress={() => onAsk('client')}>
          Client
        </Button>
      )}
      <Button {...shared} icon={icon(Printer)} onPress={onPrint}>
        Notes
      </Button>
      <Button {...shared} icon={icon(Ban)} onPress={onCancel}>
        Cancel
      </Button>
      <Button {...shared} variant="danger-quiet" icon={icon(Trash2)} onPress={onDelete}>
        Delete
      </Button>
    </>
  )
}

function ActionsMenu({ statuses, onAsk, onPriority, onCancel, onPrint, onDelete, isPending }: Doings) {
  const { hasClients, hasDepots } = useScopeNames()
  return (
    <Menu
      aria-label="Actions for the selected deliveries"
      placement="top"
      trigger={
        <Button size="small" isPending={isPending}>
          Actions
        </Button>
      }
    >
      {statuses}
      <MenuItem icon={<Pencil />} onAction={() => onAsk('edit')}>
        Edit fields
      </MenuItem>
      <MenuItem icon={<Copy />} onAction={() => onAsk('duplicate')}>
        Duplicate
      </MenuItem>
      <MenuItem icon={<CalendarDays />} onAction={() => onAsk('move')}>
        Move to another day
      </MenuItem>
      <MenuItem icon={<UserRound />} onAction={() => onAsk('assign')}>
        Assign a driver
      </MenuItem>
      {hasDepots && (
        <MenuItem icon={<Warehouse />} onAction={() => onAsk('depot')}>
          Move to another depot
        </MenuItem>
      )}
      {hasClients && (
        <MenuItem icon={<Building2 />} onAction={() => onAsk('client')}>
          Set the client
        </MenuItem>
      )}
      <MenuSection title="Priority">{priorities(onPriority)}</MenuSection>
      <MenuSeparator />
      <MenuItem icon={<Printer />} onAction={onPrint}>
        Print delivery notes
      </MenuItem>
      <MenuItem icon={<Ban />} onAction={onCancel}>
        Cancel
      </MenuItem>
      <MenuItem icon={<Trash2 />} isDestructive onAction={onDelete}>
        Delete
      </MenuItem>
    </Menu>
  )
}

const priorities = (onPriority: (priority: number) => void) =>
  Object.entries(priorityWords).map(([priority, words]) => (
    <MenuItem key={priority} id={priority} onAction={() => onPriority(Number(priority))}>
      {words}
    </MenuItem>
  ))
