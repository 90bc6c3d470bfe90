import { parseDate } from '@internationalized/date'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { guessMapping } from '#domain/import-csv.ts'
import { countOf, dayInZone } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { useFocusHandover } from '#web/ui/use-focus-handover.ts'
import { useUnsavedGuard } from '../../records/use-unsaved-guard.ts'
import { MappingStep } from './mapping-step.tsx'
import { badRowsCsv, prepareRows, type Mapping, type PreparedRow } from './prepare-rows.ts'
import { PreviewStep } from './preview-step.tsx'
import { FileProblem, readFile, type Sheet } from './read-file.ts'
import { makeSender, type ImportResult } from './send-rows.ts'

type Step =
  | { name: 'file' }
  | { name: 'columns' }
  | { name: 'preview' }
  | { name: 'sending'; done: number; total: number; error?: unknown }
  | { name: 'finished'; result: ImportResult; isStopped: boolean }

/** Imports a CSV file: choose it, say which column is what, look at every row, send the good ones. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { workspace } = useMe()
  const queryClient = useQueryClient()
  useFocusHandover()
  const [step, setStep] = useState<Step>({ name: 'file' })
  const [sheet, setSheet] = useState<Sheet>()
  const [mapping, setMapping] = useState<Mapping>([])
  const [day, setDay] = useState(() => dayInZone(new Date(), workspace.time_zone))
  const [problem, setProblem] = useState<string>()
  const sender = useRef<ReturnType<typeof makeSender>>(undefined)
  const stopper = useRef<AbortController>(undefined)

  const rows = useMemo(
    () => (sheet && step.name !== 'file' && step.name !== 'columns' ? prepareRows(sheet, mapping, day) : []),
    [sheet, mapping, day, step.name],
  )
  const good = rows.filter((row) => row.delivery)

  const open = async (file: File) => {
    setProblem(undefined)
    try {
      const read = await readFile(file)
      setSheet(read)
      setMapping(guessMapping(read.header))
      setStep({ name: 'columns' })
    } catch (error) {
      setProblem(error instanceof FileProblem ? error.message : 'The file cannot be read. Choose it again.')
    }
  }

  const send = async (isRetry = false) => {
    if (!isRetry) sender.current = makeSender(rows)
    const current = sender.current!
    stopper.current = new AbortController()
    const { signal } = stopper.current
    const doneBefore = step.name === 'sending' ? step.done : 0
    const { total } = current
    setStep({ name: 'sending', done: doneBefore, total })
    try {
      const result = await current.send((done) => setStep({ name: 'sending', done, total }), signal)
      setStep({ name: 'finished', result, isStopped: false })
    } catch (error) {
      if (signal.aborted) setStep({ name: 'finished', result: current.result, isStopped: true })
      else setStep((now) => ({ name: 'sending', done: now.name === 'sending' ? now.done : 0, total, error }))
    } finally {
      void queryClient.invalidateQueries({ queryKey: keys.deliveries.all })
    }
  }

  const downloadBad = (list: readonly PreparedRow[]) =>
    saveFile(`bad-rows-${sheet!.name.replace(/\.\w+$/, '')}.csv`, badRowsCsv(sheet!, list), 'text/csv')

  const isSending = step.name === 'sending' && step.error === undefined
  const stop = () => {
    if (isSending) stopper.current?.abort()
    else setStep({ name: 'finished', result: sender.current!.result, isStopped: true })
  }
  const isUnfinished = step.name !== 'file' && step.name !== 'finished'
  const { close, question } = useUnsavedGuard(isUnfinished, () => {
    stopper.current?.abort()
    onClose()
  })
  return (
    <>
      <Dialog
        isOpen
        size="large"
        isDismissable={!isUnfinished}
        // Once rows are on their way, closing stops them and tells what was done.
        onOpenChange={(isOpen) => !isOpen && (step.name === 'sending' ? stop() : close())}
        title="Import deliveries"
        description={sheet && step.name !== 'file' ? `${sheet.name} · ${countOf(sheet.rows.length, 'row')}` : undefined}
        footer={
          <>
            {step.name === 'columns' && (
              <>
                <Button onPress={() => setStep({ name: 'file' })}>Back</Button>
                <Button
                  variant="primary"
                  isDisabled={!mapping.includes('delivery_address')}
                  onPress={() => setStep({ name: 'preview' })}
                >
                  Check the rows
                </Button>
              </>
            )}
            {step.name === 'preview' && (
              <>
                <Button onPress={() => setStep({ name: 'columns' })}>Back</Button>
                <Button variant="primary" isDisabled={good.length === 0} onPress={() => void send()}>
                  Import {countOf(good.length, 'delivery', 'deliveries')}
                </Button>
              </>
            )}
            {isSending && <Button onPress={stop}>Stop</Button>}
            {step.name === 'sending' && step.error !== undefined && (
              <>
                <Button onPress={stop}>Stop here</Button>
                <Button variant="primary" onPress={() => void send(true)}>
                  Go on
                </Button>
              </>
            )}
            {step.name === 'finished' && (
              <Button variant="primary" onPress={onClose}>
                Done
              </Button>
            )}
          </>
        }
      >
        {step.name === 'file' && (
          <div className="flex flex-col gap-4">
            {problem && (
              <div role="alert">
                <Banner tone="danger">{problem}</Banner>
              </div>
            )}
            <FileDrop
              label="Drop a CSV file here"
              description="The first row names the columns. Only a delivery address is needed; a known reference updates its delivery instead of adding another."
              accept={['.csv', '.tsv', '.txt', 'text/csv']}
              onFile={(file) => void open(file)}
            />
          </div>
        )}
        {step.name === 'columns' && sheet && (
          <div className="flex flex-col gap-4">
            {!mapping.includes('delivery_address') && (
              <Banner tone="warning">Say which column holds the delivery address.</Banner>
            )}
            {!mapping.includes('scheduled_date') && (
              <DatePicker
                label="Day of delivery"
                description="For rows that do not name a day themselves."
                className="max-w-64"
                value={parseDate(day)}
                onChange={(value) => value && setDay(value.toString())}
              />
            )}
            <MappingStep sheet={sheet} mapping={mapping} onChange={setMapping} />
          </div>
        )}
        {step.name === 'preview' && (
          <div className="flex flex-col gap-4">
            <p aria-live="polite">
              <strong className="font-semibold">{countOf(good.length, 'row')}</strong> can be imported
              {rows.length > good.length && (
                <>
                  ,{' '}
                  <strong className="font-semibold text-danger-ink">{countOf(rows.length - good.length, 'row')}</strong>{' '}
                  cannot
                </>
              )}
              .
            </p>
            <PreviewStep rows={rows} onDownloadBad={() => downloadBad(rows)} />
          </div>
        )}
        {step.name === 'sending' && (
          <div className="flex flex-col gap-4 py-6">
            <ProgressBar
              label="Importing"
              value={step.done}
              maxValue={step.total}
              valueLabel={`${step.done.toLocaleString('en')} of ${step.total.toLocaleString('en')}`}
            />
            {step.error !== undefined && (
              <LoadError title="The import paused: what is imported so far is safe" error={step.error} />
            )}
          </div>
        )}
        {step.name === 'finished' && (
          <Finished
            result={step.result}
            isStopped={step.isStopped}
            badCount={rows.length - good.length + step.result.refused.length}
            onDownloadBad={() => downloadBad([...rows.filter((row) => !row.delivery), ...step.result.refused])}
          />
        )}
      </Dialog>
      <ConfirmDialog
        {...question}
        title="Leave the import?"
        confirmLabel="Leave"
        cancelLabel="Go on importing"
        isDestructive
      >
        {step.name === 'sending'
          ? 'What is imported so far stays; the rest of the file is left out.'
          : 'Nothing of the file has been imported yet.'}
      </ConfirmDialog>
    </>
  )
}

type FinishedProps = { result: ImportResult; isStopped: boolean; badCount: number; onDownloadBad: () => void }

function Finished({ result, isStopped, badCount, onDownloadBad }: FinishedProps) {
  const { created, updated, unchanged, refused } = result
  return (
    <div className="flex flex-col gap-4 py-2" aria-live="polite">
      <Banner tone={isStopped ? 'warning' : 'success'}>
        {isStopped ? 'The import was stopped. ' : ''}
        {countOf(created, 'delivery', 'deliveries')} added
        {updated > 0 && `, ${updated.toLocaleString('en')} updated`}
        {unchanged > 0 && `, ${unchanged.toLocaleString('en')} already as in the file`}.
      </Banner>
      {refused.length > 0 && (
        <ul className="list-disc pl-5 text-ink-muted">
          {refused.slice(0, 10).map((row) => (
            <li key={row.at}>
              Row {row.at + 2}: {row.problems[0]?.message}
            </li>
          ))}
        </ul>
      )}
      {badCount > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <p>{countOf(badCount, 'row')} left out. Correct them and import that file.</p>
          <Button size="small" onPress={onDownloadBad}>
            Download the bad rows
          </Button>
        </div>
      )}
    </div>
  )
}
