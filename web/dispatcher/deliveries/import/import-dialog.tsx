import { countOf } from '#web/lib/format.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useFocusHandover } from '#web/ui/use-focus-handover.ts'
import { useUnsavedGuard } from '../../records/use-unsaved-guard.ts'
import { FileStep } from './file-step.tsx'
import { FinishedStep } from './finished-step.tsx'
import { ImportFooter } from './import-footer.tsx'
import { MappingStep } from './mapping-step.tsx'
import { PreviewStep } from './preview-step.tsx'
import { SendingStep } from './sending-step.tsx'
import { useImport, type Import } from './use-import.ts'

/** Imports a CSV file: choose it, map its columns, check every row, send the good ones. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const current = useImport()
  const { step, sheet, stop, abort } = current
  useFocusHandover()
  const isUnfinished = step.name !== 'file' && step.name !== 'finished'
  const { close, question } = useUnsavedGuard(isUnfinished, () => {
    abort()
    onClose()
  })
  return (
    <>
      <Dialog
        isOpen
        size="large"
        isDismissable={!isUnfinished}
        // Once rows are on their way, closing stops them and shows what was done.
        onOpenChange={(isOpen) => !isOpen && (step.name === 'sending' ? stop() : close())}
        title="Import deliveries"
        description={sheet && step.name !== 'file' ? `${sheet.name} · ${countOf(sheet.rows.length, 'row')}` : undefined}
        footer={<ImportFooter current={current} onDone={onClose} />}
      >
        <CurrentStep current={current} />
      </Dialog>
      <ConfirmDialog
        {...question}
        title="Leave the import?"
        confirmLabel="Leave"
        cancelLabel="Keep importing"
        isDestructive
      >
        {step.name === 'sending'
          ? 'Deliveries imported so far stay. The rest of the file is skipped.'
          : 'Nothing has been imported yet.'}
      </ConfirmDialog>
    </>
  )
}

function CurrentStep({ current }: { current: Import }) {
  const { step, sheet, rows, goodCount, downloadBad } = current
  switch (step.name) {
    case 'file':
      return <FileStep problem={current.problem} onFile={(file) => void current.open(file)} />
    case 'columns':
      return (
        sheet && (
          <MappingStep
            sheet={sheet}
            mapping={current.mapping}
            onChange={current.setMapping}
            day={current.day}
            onDay={current.setDay}
          />
        )
      )
    case 'preview':
      return <PreviewStep rows={rows} goodCount={goodCount} onDownloadBad={() => downloadBad()} />
    case 'sending':
      return <SendingStep {...step} />
    case 'finished':
      return (
        <FinishedStep
          result={step.result}
          isStopped={step.isStopped}
          badCount={rows.length - goodCount + step.result.refused.length}
          onDownloadBad={() => downloadBad(step.result.refused)}
        />
      )
  }
}
