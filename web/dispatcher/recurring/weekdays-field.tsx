import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { weekdayNames } from './recurring-words.ts'

type WeekdaysFieldProps = {
  value: number[]
  onChange: (weekdays: number[]) => void
  errorMessage?: string | undefined
  isDisabled?: boolean
}

/** The days of the week, of which any are on. */
export function WeekdaysField({ value, onChange, errorMessage, isDisabled }: WeekdaysFieldProps) {
  return (
    <div>
      <p aria-hidden="true" className="mb-1.5 text-[0.8125rem] font-medium">
        Days of the week
      </p>
      <ToggleButtonGroup
        aria-label="Days of the week"
        selectionMode="multiple"
        isDisabled={isDisabled}
        selectedKeys={value.map(String)}
        onSelectionChange={(keys) => onChange([...keys].map(Number).toSorted((a, b) => a - b))}
        className="grid grid-cols-7 gap-1 sm:gap-1.5"
      >
        {weekdayNames.map((name, at) => (
          <ToggleButton
            key={name}
            id={String(at + 1)}
            aria-label={name}
            className="focus-ring min-h-9 cursor-pointer rounded-lg border border-line-strong bg-surface text-center text-[0.8125rem] font-medium text-ink-muted transition-colors data-disabled:cursor-default data-disabled:opacity-60 data-hovered:bg-hover data-selected:border-brand data-selected:bg-brand-soft data-selected:text-brand-ink pointer-coarse:min-h-11"
          >
            {name.slice(0, 3)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {errorMessage && (
        <p role="alert" className="mt-1.5 text-[0.8125rem] text-danger-ink">
          {errorMessage}
        </p>
      )}
    </div>
  )
}
