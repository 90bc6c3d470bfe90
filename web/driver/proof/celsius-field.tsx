import type { temperatureFlag } from '#domain/road/proof-verdict.ts'
import { Field, Note } from '../ui/parts.tsx'
import { Press } from '../ui/press.tsx'
import { useWords } from '../words/use-words.tsx'

type CelsiusFieldProps = {
  value: string
  onChange: (value: string) => void
  hint?: string | undefined
  flag: ReturnType<typeof temperatureFlag>
}

/** A reading in degrees, which may be below zero: keyboards for numbers often lack the minus. */
export function CelsiusField({ value, onChange, hint, flag }: CelsiusFieldProps) {
  const { say } = useWords()
  return (
    <>
      <div className="flex items-start gap-2">
        <Press
          aria-label={say('temperature.sign')}
          // Beside the field, below its label.
          className="mt-7.5 w-14 text-xl"
          onClick={() => onChange(value.startsWith('-') ? value.slice(1) : `-${value}`)}
        >
          ±
        </Press>
        <div className="grow">
          <Field
            label={say('temperature.reading')}
            hint={hint}
            inputMode="decimal"
            dir="ltr"
            maxLength={7}
            autoComplete="off"
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        </div>
      </div>
      {flag && (
        <Note tone="danger" role="alert">
          {say(flag === 'too_warm' ? 'temperature.tooWarm' : 'temperature.tooCold')}
        </Note>
      )}
    </>
  )
}
