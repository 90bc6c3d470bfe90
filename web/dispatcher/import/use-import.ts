import { dayOf } from '#domain/time.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { guessMapping } from '#domain/import/columns.ts'
import { newIdempotencyKey } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { quotasQuery } from '#web/lib/quotas.ts'
import { useMay, useMe } from '#web/lib/me.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { workAreaQuery } from '../queries.ts'
import { takeFile } from './dropped-file.ts'
import { compareRows, withAnswers } from './compare-rows.ts'
import { whyNoRoom } from './import-room.ts'
import type { ImportKind, ImportMode } from './import-kind.ts'
import { saveWorkbookTemplate } from './workbook-template.ts'
import { badRowsCsv, prepareRows, templateCsv, type Mapping, type PreparedRow } from '#domain/sheets/prepare-rows.ts'
import { readSheet } from '#domain/sheets/csv.ts'
import { readFile } from './read-file.ts'
import { useMissing } from './use-missing.ts'
import { useKeptMappings } from './use-kept-mappings.ts'
import { SheetProblem, toSheet, type RawSheet } from '#domain/sheets/sheet.ts'
import { makeSender, type ImportResult } from './send-rows.ts'

type Step =
  | { name: 'source' | 'columns' | 'preview' }
  | { name: 'sending'; done: number; total: number; error?: unknown }
  | { name: 'finished'; result: ImportResult; isStopped: boolean }

/** The state of an import from the choice of a file to its result. */
export function useImport<Field extends string, Row>(kind: ImportKind<Field, Row>) {
  const { workspace } = useMe()
  const [step, setStep] = useState<Step>({ name: 'source' })
  const source = useSource(kind, () => setStep({ name: 'columns' }))
  const [today] = useState(() => dayOf(new Date(), workspace.time_zone))
  const [day, setDay] = useState(today)
  const { language, currency } = workspace
  const [mode, setMode] = useState<ImportMode>('replace')
  const seesFleet = useMay('see_operations')
  const near = useQuery({ ...workAreaQuery, enabled: seesFleet }).data ?? undefined
  // Each look at the preview compares anew, since the workspace may have changed meanwhile.
  const [comparisonId, setComparisonId] = useState('')
  const [comparedCount, setComparedCount] = useState(0)

  const [dropped] = useState(takeFile)
  const opening = useRef(dropped)
  useEffect(() => {
    if (!opening.current) return
    void source.openFile(opening.current)
    opening.current = undefined
  })

  const { sheet, mapping } = source
  const kept = useKeptMappings(kind, source)
  const isMapped = step.name !== 'source' && step.name !== 'columns'
  const read = useMemo(
    () =>
      sheet && isMapped
        ? prepareRows(kind, sheet, mapping, {
            day,
            near,
            language,
            currency,
            timeZone: workspace.time_zone,
            epoch: sheet.workbook?.epoch,
            isMerge: mode === 'merge',
          })
        : [],
    [kind, sheet, isMapped, mapping, day, near, language, currency, mode, workspace.time_zone],
  )
  const comparison = useQuery({
    queryKey: keys.importComparison(comparisonId),
    queryFn: ({ signal }) => compareRows(kind, read, { mode, day, signal, onProgress: setComparedCount }),
    enabled: step.name === 'preview',
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const answers = comparison.data
  const rows = useMemo(() => withAnswers(read, answers), [read, answers])

  const missing = useMissing({
    kind,
    rows,
    isAsked: mode === 'sync' && step.name === 'preview' && answers !== undefined,
    id: comparisonId,
  })

  // Fresh with each look at the preview. Without an answer, the server decides.
  const quotas = useQuery({ ...quotasQuery, enabled: seesFleet && step.name === 'preview', staleTime: 0 }).data

  const downloadBad = (refused: readonly PreparedRow[] = []) => {
    const bad = [...rows.filter((row) => row.problems.length > 0), ...refused]
    saveFile(`bad-rows-${sheet!.name.replace(/\.\w+$/, '')}.csv`, badRowsCsv(sheet!, bad), 'text/csv')
  }
  return {
    kind,
    step,
    goTo: (name: 'source' | 'columns' | 'preview') => {
      if (name === 'preview') setComparisonId(newIdempotencyKey())
      setStep({ name })
    },
    ...source,
    /** For rows that do not name a day. */
    day,
    setDay,
    today,
    mode,
    setMode,
    missing,
    rows,
    goodCount: rows.filter((row) => row.row !== undefined).length,
    badCount: rows.filter((row) => row.problems.length > 0).length,
    comparison,
    comparedCount,
    /** Why a quota has no room for all of it, which the server would refuse. */
    noRoom: answers && quotas ? whyNoRoom(kind, rows, quotas) : undefined,
    downloadBad,
    downloadTemplate: () => saveFile(`${kind.noun.many}-template.csv`, templateCsv(kind), 'text/csv'),
    downloadWorkbook: () => void saveWorkbookTemplate(kind),
    kept,
    ...useSending(kind, { rows, mode, day, finish: missing.cancel }, step, setStep),
  }
}

export type Import<Field extends string, Row> = ReturnType<typeof useImport<Field, Row>>

/** The file or the pasted rows, and what each column holds. */
function useSource<Field extends string, Row>(kind: ImportKind<Field, Row>, onRead: () => void) {
  const [raw, setRaw] = useState<RawSheet>()
  const [file, setFile] = useState<File>()
  const [isReading, setReading] = useState(false)
  const [hasHeader, setHeader] = useState(true)
  const [withHidden, setWithHidden] = useState(true)
  const [mapping, setMapping] = useState<Mapping<Field>>([])
  const [problem, setProblem] = useState<string>()
  const sheet = useMemo(() => raw && toSheet(raw, { hasHeader, withHidden }), [raw, hasHeader, withHidden])

  const use = (read: RawSheet, isNamed: boolean) => {
    if (isNamed && read.rows.length === 1) throw new SheetProblem('There are no rows below the header.')
    setRaw(read)
    setHeader(isNamed)
    setMapping(guessMapping(kind.columns, toSheet(read, { hasHeader: isNamed }).header))
    onRead()
  }
  const attempt = async (read: () => Promise<void> | void) => {
    setProblem(undefined)
    setReading(true)
    try {
      await read()
    } catch (error) {
      setProblem(error instanceof SheetProblem ? error.message : 'The file could not be read. Choose it again.')
    } finally {
      setReading(false)
    }
  }
  const namesColumns = (read: RawSheet) =>
    guessMapping(kind.columns, read.rows[0].texts).some((field) => field !== null)
  return {
    sheet,
    mapping,
    setMapping,
    /** Why the file or text cannot be imported. */
    problem,
    hasHeader,
    setHasHeader: (isNamed: boolean) => raw && attempt(() => use(raw, isNamed)),
    isReading,
    withHidden,
    setWithHidden,
    openFile: (chosen: File) =>
      attempt(async () => {
        use(await readFile(chosen), true)
        setFile(chosen)
      }),
    /** Another sheet of the same workbook. */
    openSheet: (name: string) => file && attempt(async () => use(await readFile(file, name), true)),
    /** Cells are often copied without the row that names the columns. */
    openText: (text: string) =>
      attempt(() => {
        const read = readSheet('Pasted rows', text)
        use(read, namesColumns(read))
      }),
  }
}

type Sending<Field extends string, Row> = {
  rows: readonly PreparedRow<Field, Row>[]
  mode: ImportMode
  day: string
  finish: () => Promise<number>
}

/** Sends the good rows. A failure pauses it: it can resume, or end with what was sent. */
function useSending<Field extends string, Row>(
  kind: ImportKind<Field, Row>,
  { rows, mode, day, finish }: Sending<Field, Row>,
  step: Step,
  setStep: (step: Step) => void,
) {
  const queryClient = useQueryClient()
  const sender = useRef<ReturnType<typeof makeSender<Field, Row>>>(undefined)
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
      result.cancelled = await finish()
      setStep({ name: 'finished', result, isStopped: false })
    } catch (error) {
      if (signal.aborted) setStep({ name: 'finished', result, isStopped: true })
      else show(error)
    } finally {
      void queryClient.invalidateQueries()
    }
  }
  const isSending = step.name === 'sending' && step.error === undefined
  return {
    send() {
      sender.current = makeSender(kind, rows, { mode, day })
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
