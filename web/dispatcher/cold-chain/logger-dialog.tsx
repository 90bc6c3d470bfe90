import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { recordTemperatures } from '#domain/api/temperatures.ts'
import {
  guessLogger,
  readLogger,
  type LoggedReading,
  type LoggerFormat,
  type LoggerGuess,
} from '#domain/cold-chain/logger-file.ts'
import { mostReadings, type CompartmentNow, type ReadingsTaken } from '#domain/schema/temperature.ts'
import { readSheet } from '#domain/sheets/csv.ts'
import { call } from '#web/lib/call.ts'
import { countOf } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { useMe } from '#web/lib/me.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import { LoggerQuestions } from './logger-questions.tsx'
import { TemperatureChart } from './temperature-chart.tsx'
import { placeKey, placeWords } from './temperature-words.ts'

type DialogProps = { compartments: readonly CompartmentNow[]; onClose: () => void }
type Opened = { rows: string[][]; guess: LoggerGuess }

/** A logger's file: what it leaves open is asked, and what it says is shown before anything is stored. */
export function LoggerDialog({ compartments, onClose }: DialogProps) {
  const client = useQueryClient()
  const { time_zone } = useMe().workspace
  const [chosen, setChosen] = useState(placeKey(compartments[0]!))
  const [opened, setOpened] = useState<Opened>()
  const [problem, setProblem] = useState<string>()
  const [format, setFormat] = useState<Partial<LoggerFormat>>({})
  const place = compartments.find((each) => placeKey(each) === chosen) ?? compartments[0]!
  const whole = opened && completed(opened.guess, format, time_zone)
  const read = opened && whole ? readLogger(opened.rows, opened.guess, whole) : undefined
  const readings = read?.readings ?? []
  const preview = useQuery({
    queryKey: ['logger-preview', place.vehicle_id, place.compartment, readings],
    queryFn: () => send(place, readings, true),
    enabled: readings.length > 0,
  })
  const save = useMutation({
    mutationFn: () => send(place, readings, false),
    onSuccess: async ({ accepted }) => {
      await client.invalidateQueries({ queryKey: keys.coldChain })
      toast({ tone: 'success', title: `${countOf(accepted, 'reading')} imported` })
      onClose()
    },
  })
  const open = async ([file]: File[]) => {
    setProblem(undefined)
    const result = await openFile(file!)
    if (typeof result === 'string') setProblem(result)
    else {
      setFormat({})
      setOpened(result)
    }
  }
  return (
    <Dialog
      isOpen
      size="medium"
      isDismissable={!save.isPending}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Import a logger’s file"
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isDisabled={!preview.data?.accepted}
            isPending={save.isPending}
            onPress={() => save.mutate()}
          >
            {preview.data?.accepted ? `Import ${countOf(preview.data.accepted, 'reading')}` : 'Import'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Select
          label="Where was the logger?"
          options={compartments.map((each) => ({ id: placeKey(each), label: placeWords(each) }))}
          value={placeKey(place)}
          onChange={(value) => setChosen(String(value))}
        />
        {problem && <Banner tone="danger">{problem}</Banner>}
        {!opened && (
          <FileDrop label="Drop the logger’s CSV file" accept={['.csv', '.txt', 'text/csv']} onFiles={open} />
        )}
        {opened && (
          <LoggerQuestions
            guess={opened.guess}
            format={{ zone: time_zone, ...format }}
            onChange={(part) => setFormat({ ...format, ...part })}
          />
        )}
        {readings.length > 0 && (
          <TemperatureChart label="Readings of the file" readings={readings} limits={place} timeZone={time_zone} />
        )}
        {read && <p className="text-[0.8125rem] text-ink-muted">{summaryOf(read, preview.data)}</p>}
        {preview.error && <SaveError title="The file could not be checked" error={preview.error} />}
        {save.error && <SaveError title="It was not imported" error={save.error} />}
      </div>
    </Dialog>
  )
}

/** The rows of a file with its table, or why it cannot be read. */
async function openFile(file: File): Promise<Opened | string> {
  try {
    const { rows } = readSheet(file.name, await file.text())
    const texts = rows.map((row) => row.texts)
    const guess = guessLogger(texts)
    return guess
      ? { rows: texts, guess }
      : 'No row of this file has a time and a temperature. Export the readings as CSV.'
  } catch (error) {
    return error instanceof Error ? error.message : 'This file cannot be read.'
  }
}

/** What is known of the format; undefined while something has to be asked. */
function completed(guess: LoggerGuess, said: Partial<LoggerFormat>, zone: string): LoggerFormat | undefined {
  const unit = said.unit ?? guess.unit
  const dayOrder = said.dayOrder ?? guess.dayOrder
  if (!unit || !dayOrder) return undefined
  return { unit, dayOrder, decimal: said.decimal ?? guess.decimal ?? '.', zone: said.zone ?? guess.zone ?? zone }
}

function summaryOf({ readings, problems }: ReturnType<typeof readLogger>, preview: ReadingsTaken | undefined): string {
  const said = [
    `${countOf(readings.length, 'reading')} found`,
    preview?.duplicates && `${preview.duplicates} are already there`,
    preview?.refused[0] && `${preview.refused.length} refused: ${preview.refused[0].reason}`,
    problems[0] &&
      `${countOf(problems.length, 'row')} left out, such as row ${problems[0].row + 1}: ${problems[0].reason}`,
  ]
  return `${said.filter(Boolean).join('. ')}${problems[0] || preview?.refused[0] ? '' : '.'}`
}

/** Sends readings in parts, and adds up what became of them. */
async function send(
  place: CompartmentNow,
  readings: readonly LoggedReading[],
  isDryRun: boolean,
): Promise<ReadingsTaken> {
  const total: ReadingsTaken = { accepted: 0, duplicates: 0, refused: [] }
  for (let from = 0; from < readings.length; from += mostReadings) {
    const part = readings.slice(from, from + mostReadings)
    const about = { vehicle: place.vehicle_id, compartment: place.compartment }
    const body = { source: 'file' as const, dry_run: isDryRun, readings: part.map((each) => ({ ...about, ...each })) }
    const { accepted, duplicates, refused } = await call(recordTemperatures, { body })
    total.accepted += accepted
    total.duplicates += duplicates
    total.refused.push(...refused.map(({ index, reason }) => ({ index: from + index, reason })))
  }
  return total
}
