import type { RecurringOrder, StandingRoute } from '#domain/schema/recurring.ts'
import { countOf } from '#web/lib/format.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { whoWords } from './recurring-words.ts'
import type { RecurringActions } from './use-recurring-actions.ts'

/** What asks or is edited over the page, besides an order. */
export type Asking =
  | { kind: 'route'; route: StandingRoute | undefined }
  | { kind: 'delete route'; route: StandingRoute }
  | { kind: 'end'; row: RecurringOrder }

type QuestionsProps = {
  asking: Asking | undefined
  onClose: () => void
  actions: Pick<RecurringActions, 'end' | 'removeRoute'>
}

/** Asks before something ends. */
export function Questions({ asking, onClose, actions }: QuestionsProps) {
  const shared = { isDestructive: true, onOpenChange: (isOpen: boolean) => !isOpen && onClose() }
  return (
    <>
      <ConfirmDialog
        {...shared}
        isOpen={asking?.kind === 'end'}
        title={asking?.kind === 'end' ? `End “${whoWords(asking.row)}”?` : ''}
        confirmLabel="End it"
        cancelLabel="Keep it"
        onConfirm={() => {
          if (asking?.kind === 'end') void actions.end(asking.row)
          onClose()
        }}
      >
        It does not come again. Its coming deliveries that nobody touched are deleted, from tomorrow on. Those that
        somebody changed or planned stay. To stop for a while only, pause it.
      </ConfirmDialog>
      <ConfirmDialog
        {...shared}
        isOpen={asking?.kind === 'delete route'}
        title={asking?.kind === 'delete route' ? `Delete the route “${asking.route.name}”?` : ''}
        confirmLabel="Delete route"
        onConfirm={() => {
          if (asking?.kind === 'delete route') void actions.removeRoute(asking.route)
          onClose()
        }}
      >
        {asking?.kind === 'delete route' && asking.route.orders > 0
          ? `Its ${countOf(asking.route.orders, 'recurring order')} go on without a route, and plans decide who drives.`
          : 'No recurring order is on it.'}
      </ConfirmDialog>
    </>
  )
}
