import { formatNumber } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import type { ExportState } from './use-export.ts'

type ExportDialogProps = { state: ExportState; onCancel: () => void; onRetry: () => void }

/** The progress of an export. Closing stops it. */
export function ExportDialog({ state, onCancel, onRetry }: ExportDialogProps) {
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onCancel()}
      title="Export deliveries"
      footer={<Button onPress={onCancel}>Cancel</Button>}
    >
      {state.failure === undefined ? (
        <ProgressBar
          label="Reading the list"
          value={state.done}
          maxValue={Math.max(state.total, 1)}
          valueLabel={`${formatNumber(state.done)} of ${formatNumber(state.total)}`}
        />
      ) : (
        <LoadError title="The export stopped" error={state.failure} onRetry={onRetry} />
      )}
    </Dialog>
  )
}
