import type { LoggerFormat, LoggerGuess } from '#domain/cold-chain/logger-file.ts'
import { timeZones } from '../settings/choices.ts'
import { Select } from '#web/ui/select.tsx'

type QuestionsProps = {
  guess: LoggerGuess
  format: Partial<LoggerFormat>
  onChange: (format: Partial<LoggerFormat>) => void
}

const units = [
  { id: 'C', label: '°C' },
  { id: 'F', label: '°F' },
]
const decimals = [
  { id: '.', label: 'Point: 5.5' },
  { id: ',', label: 'Comma: 5,5' },
]
const orders = [
  { id: 'ymd', label: 'Year, month, day' },
  { id: 'dmy', label: 'Day, month, year' },
  { id: 'mdy', label: 'Month, day, year' },
]

/** How the file is to be read: what it says, and what has to be asked. */
export function LoggerQuestions({ guess, format, onChange }: QuestionsProps) {
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <Select
        label="Unit"
        options={units}
        value={format.unit ?? guess.unit}
        errorMessage={
          (format.unit ?? guess.unit) ? undefined : 'The file does not say. Choose what the logger measures in.'
        }
        onChange={(value) => onChange({ unit: value as LoggerFormat['unit'] })}
      />
      <Select
        label="Decimals"
        options={decimals}
        value={format.decimal ?? guess.decimal ?? '.'}
        onChange={(value) => onChange({ decimal: value as LoggerFormat['decimal'] })}
      />
      <Select
        label="Dates"
        options={orders}
        value={format.dayOrder ?? guess.dayOrder}
        errorMessage={
          (format.dayOrder ?? guess.dayOrder)
            ? undefined
            : 'Its dates could mean two days. Choose how they are written.'
        }
        onChange={(value) => onChange({ dayOrder: value as LoggerFormat['dayOrder'] })}
      />
      {guess.zone === null && (
        <Select
          label="Time zone of the logger"
          options={timeZones}
          value={format.zone ?? null}
          onChange={(value) => onChange({ zone: String(value) })}
        />
      )}
    </div>
  )
}
