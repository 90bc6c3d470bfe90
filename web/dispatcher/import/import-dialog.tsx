import { countOf } from '#web/lib/format.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useFocusHandover } from '#web/ui/use-focus-handover.ts'
import { useUnsavedGuard } from '../records/use-unsaved-guard.ts'
import { FinishedStep } from './finished-step.tsx'
import { ImportFooter } from './import-footer.tsx'
import type { ImportKind } from './import-kind.ts'
import { MappingStep } from './mapping-step.tsx'
import { PreviewStep } from './preview-step.tsx'
import { SendingStep } from './sending-step.tsx'
import { SourceStep } from './source-step.tsx'
import { useImport, type Import } from './use-import.ts'

type ImportDialogProps<Field extends string, Row> = { kind: ImportKind<Field, Row>; onClose: () => void }

/** Imports a file or pasted rows: choose them, map their columns, check every row, send the good ones. */
export function ImportDialog<Field extends string, Row>({ kind, onClose }: ImportDialogProps<Field, Row>) {
  const current = useImport(kind)
  const { step, sheet, stop, abort } = current
  useFocusHandover()
  const isUnfinished = step.name !== 'source' && step.name !== 'finished'
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
        title={`Import ${kind.noun.many}`}
        description={
          sheet && step.name !== 'source' ? `${sheet.name} · ${countOf(sheet.rows.length, 'row')}` : undefined
        }
        footer={step.name !== 'source' && <ImportFooter current={current} onDone={onClose} />}
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
          ? 'What was imported so far stays. The other rows are skipped.'
          : 'Nothing has been imported yet.'}
      </ConfirmDialog>
    </>
  )
}

function CurrentStep<Field extends string, Row>({ current }: { current: Import<Field, Row> }) {
  const { kind, step, badCount, downloadBad } = current
  switch (step.name) {
    case 'source':
      return (
        <SourceStep
          kind={kind}
          problem={current.problem}
          isReading={current.isReading}
          onFile={(file) => void current.openFile(file)}
          onText={(text) => void current.openText(text)}
          onTemplate={current.downloadTemplate}
          onWorkbook={current.downloadWorkbook}
        />
      )
    case 'columns':
      return <MappingStep current={current} />
    case 'preview':
      return <PreviewStep current={current} />
    case 'sending':
      return <SendingStep {...step} />
    case 'finished':
      return (
        <FinishedStep
          noun={kind.noun}
          result={step.result}
          isStopped={step.isStopped}
          badCount={badCount + step.result.refused.length}
          onDownloadBad={() => downloadBad(step.result.refused)}
        />
      )
  }
}
