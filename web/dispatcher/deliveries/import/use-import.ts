import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { guessMapping } from '#domain/import-csv.ts'
import { dayInZone } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { useMe } from '#web/lib/me.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { badRowsCsv, prepareRows, type Mapping, type PreparedRow } from './prepare-rows.ts'
import { FileProblem, readFile, type Sheet } from './read-file.ts'
import { makeSender, type ImportResult } from './send-rows.ts'

type Step =
  | { name: 'file' | 'columns' | 'preview' }
  | { name: 'sending'; done: number; total: number; error?: unknown }
  | { name: 'finished'; result: ImportResult; isStopped: boolean }

/** The state of an import from the choice of a file to its result. */
export function useImport() {
  const { workspace } = useMe()
  const [step, setStep] = useState<Step>({ name: 'file' })
  const [sheet, setSheet] = useState<Sheet>()
  const [mapping, setMapping] = useState<Mapping>([])
  const [day, setDay] = useState(() => dayInZone(new Date(), workspace.time_zone))
  const [problem, setProblem] = useState<string>()

  const isMapped = step.name !== 'file' && step.name !== 'columns'
  const rows = useMemo(
    () => (sheet && isMapped ? prepareRows(sheet, mapping, day) : []),
    [sheet, isMapped, mapping, day],
  )

  const open = async (file: File) => {
    setProblem(undefined)
    try {
      const read = await readFile(file)
      setSheet(read)
      setMapping(guessMapping(read.header))
      setStep({ name: 'columns' })
    } catch (error) {
      setProblem(error instanceof FileProblem ? error.message : 'The file could not be read. Choose it again.')
    }
  }
  const downloadBad = (refused: readonly PreparedRow[] = []) => {
    const bad = [...rows.filter((row) => !row.delivery), ...refused]
    saveFile(`bad-rows-${sheet!.name.replace(/\.\w+$/, '')}.csv`, badRowsCsv(sheet!, bad), 'text/csv')
  }
  return {
    step,
    goTo: (name: 'file' | 'columns' | 'preview') => setStep({ name }),
    sheet,
    mapping,
    setMapping,
    /** For rows that do not name a day. */
    day,
    setDay,
    /** Why the file cannot be imported. */
    problem,
    open,
    rows,
    goodCount: rows.filter((row) => row.delivery).length,
    downloadBad,
    ...useSending(rows, step, setStep),
  }
}

export type Import = ReturnType<typeof useImport>

/** Sends the good rows. A failure pauses it: it can resume, or end with what was sent. */
function useSending(rows: readonly PreparedRow[], step: Step, setStep: (step: Step) => void) {
  const queryClient = useQueryClient()
  const sender = useRef<ReturnType<typeof makeSender>>(undefined)
  const stopper = useRef<AbortController>(undefined)

  const run = async (doneBefore: number) => {
    const { send, total, result } = sender.current!
    stopper.current = new AbortController()
    const { signal } = stopper.current
    let done = doneBefore
    const show = (error?: unknown) => setStep({ name: 'sending', done, total, error })
    show()
    try {
      await send((doneNow) => {
        done = doneNow
        show()
      }, signal)
      setStep({ name: 'finished', result, isStopped: false })
    } catch (error) {
      if (signal.aborted) setStep({ name: 'finished', result, isStopped: true })
      else show(error)
    } finally {
      void queryClient.invalidateQueries({ queryKey: keys.deliveries.all })
    }
  }
  const isSending = step.name === 'sending' && step.error === undefined
  return {
    send() {
      sender.current = makeSender(rows)
      void run(0)
    },
    resume() {
      if (step.name === 'sending') void run(step.done)
    },
    stop() {
      if (isSending) stopper.current?.abort()
      else setStep({ name: 'finished', result: sender.current!.result, isStopped: true })
    },
    /** Stops sending when the dialog closes. */
    abort: () => stopper.current?.abort(),
  }
}
