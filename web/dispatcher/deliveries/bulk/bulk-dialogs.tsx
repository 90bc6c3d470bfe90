import type { BulkChange } from '#domain/api/bulk.ts'
import { countOf } from '#web/lib/format.ts'
import { CancelDialog } from '../cancel-dialog.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { ScopeDialog } from './scope-dialog.tsx'
import type { CopyTarget } from '../use-delivery-actions.ts'
import { DuplicateDialog } from './duplicate-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'

/** What is being asked before a change. */
export type Asking = 'edit' | 'duplicate' | 'move' | 'assign' | 'client' | 'depot' | 'cancel' | undefined

type BulkDialogsProps = {
  asking: Asking
  count: number
  target: CopyTarget
  onClose: () => void
  run: (change: BulkChange, name?: string) => Promise<void>
}

/** What has to be asked before a change of all selected deliveries. */
export function BulkDialogs({ asking, count, target, onClose, run }: BulkDialogsProps) {
  const named = countOf(count, 'delivery', 'deliveries')
  const runAndClose = (change: BulkChange, name?: string) => {
    onClose()
    void run(change, name)
  }
  return (
    <>
      {asking === 'move' && (
        <MoveDialog count={count} onClose={onClose} onMove={(day) => runAndClose({ scheduled_date: day })} />
      )}
      {asking === 'duplicate' && <DuplicateDialog target={target} count={count} onClose={onClose} />}
      {asking === 'edit' && <EditDialog count={count} onClose={onClose} onEdit={(edit) => runAndClose({ edit })} />}
      {asking === 'assign' && (
        <AssignDialog
          count={count}
          onClose={onClose}
          onAssign={(id, name) => runAndClose({ wanted_driver_id: id }, name)}
        />
      )}
      {(asking === 'client' || asking === 'depot') && (
        <ScopeDialog what={asking} count={count} onClose={onClose} onChoose={runAndClose} />
      )}
      <CancelDialog
        what={asking === 'cancel' ? named : undefined}
        confirmLabel={`Cancel ${named}`}
        onClose={onClose}
        onConfirm={() => void run({ status: 'cancelled' })}
      >
        Some of them may be on planned or running routes. If you reopen those later, they have to be planned again.
      </CancelDialog>
    </>
  )
}
