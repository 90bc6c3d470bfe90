import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useId } from 'react'
import { measures } from '#domain/figures/measures.ts'
import { isMoney, measureOf, mostMeasures, reportMeasures, type ReportMeasure } from '#domain/reports/measures.ts'
import { ComboBox } from '#web/ui/combo-box.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { groupLabels } from '../../over-time.tsx'

type MeasuresProps = {
  value: ReportMeasure[]
  onChange: (measures: ReportMeasure[]) => void
  errorMessage: string | undefined
  isEditable: boolean
}

const groupOf = (name: ReportMeasure) => (isMoney(name) ? 'Cost' : groupLabels[measures[name].group])

/** The columns of a report, in order. The first one is drawn. */
export function MeasuresField({ value, onChange, errorMessage, isEditable }: MeasuresProps) {
  const id = useId()
  const move = (at: number, by: number) => {
    const next = [...value]
    ;[next[at], next[at + by]] = [next[at + by]!, next[at]!]
    onChange(next)
  }
  const others = reportMeasures
    .filter((name) => !value.includes(name))
    .map((name) => ({ id: name, label: measureOf(name).label, description: groupOf(name) }))
  return (
    <div className="flex flex-col gap-2">
      <span id={id} className="text-[0.8125rem] font-medium">
        Measures
      </span>
      <ol aria-labelledby={id} className="divide-y rounded-xl border">
        {value.map((name, at) => {
          const { label, say } = measureOf(name)
          return (
            <li key={name} className="flex items-center gap-0.5 py-1 pr-1 pl-3">
              <span className="min-w-0 flex-1 wrap-anywhere" title={say}>
                {label}
              </span>
              {isEditable && (
                <>
                  <IconButton
                    label={`Move ${label} up`}
                    hasTooltip={false}
                    size="small"
                    isDisabled={at === 0}
                    icon={<ArrowUp aria-hidden="true" className="size-3.5" />}
                    onPress={() => move(at, -1)}
                  />
                  <IconButton
                    label={`Move ${label} down`}
                    hasTooltip={false}
                    size="small"
                    isDisabled={at === value.length - 1}
                    icon={<ArrowDown aria-hidden="true" className="size-3.5" />}
                    onPress={() => move(at, 1)}
                  />
                  <IconButton
                    label={`Remove ${label}`}
                    hasTooltip={false}
                    size="small"
                    isDisabled={value.length === 1}
                    icon={<X aria-hidden="true" className="size-3.5" />}
                    onPress={() => onChange(value.filter((each) => each !== name))}
                  />
                </>
              )}
            </li>
          )
        })}
      </ol>
      {isEditable && value.length < mostMeasures && (
        <ComboBox
          // Empty again after each choice.
          key={value.join()}
          label="Add a measure"
          isLabelHidden
          placeholder="Add a measure"
          options={others}
          onSelectionChange={(name) => name !== null && onChange([...value, name as ReportMeasure])}
        />
      )}
      {errorMessage && (
        <p role="alert" className="text-[0.8125rem] text-danger-ink">
          {errorMessage}
        </p>
      )}
    </div>
  )
}
