import { figurePeriods } from '#domain/figures/periods.ts'
import { figureSplits, splitLabels } from '#domain/figures/splits.ts'
import { rangeLabels, reportRanges } from '#domain/reports/ranges.ts'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { recordFilters } from '../../analytics-address.ts'
import { periodLabels, RecordFilters } from '../../analytics-filters.tsx'
import type { ReportValues } from '../report-values.ts'
import { MeasuresField } from './measures-field.tsx'

type ReportForm = {
  values: ReportValues
  set: <Name extends keyof ReportValues>(name: Name, value: ReportValues[Name]) => void
  problemOf: (name: keyof ReportValues & string) => string | undefined
}

const ranges = reportRanges.map((id) => ({ id, label: rangeLabels[id] }))
const periods = figurePeriods.map((id) => ({ id, label: periodLabels[id] }))
const rows = [
  { id: 'none', label: 'One for each period' },
  ...figureSplits.map((id) => ({ id, label: `By ${splitLabels[id].toLowerCase()}` })),
]

type FieldsProps = {
  form: ReportForm
  /** Why measures, rows and filters cannot be combined. */
  problem: string | undefined
  isEditable: boolean
}

export function ReportFields({ form: { values, set, problemOf }, problem, isEditable }: FieldsProps) {
  const filter = Object.fromEntries(recordFilters.flatMap((name) => (values[name] ? [[name, values[name]]] : [])))
  const missing = recordFilters.map(problemOf).find(Boolean)
  return (
    <fieldset disabled={!isEditable} className="flex min-w-0 flex-col gap-4">
      <legend className="sr-only">What it shows</legend>
      <TextField
        label="Name"
        isRequired
        isDisabled={!isEditable}
        placeholder="On time by driver"
        value={values.name}
        onChange={(name) => set('name', name)}
        errorMessage={problemOf('name')}
      />
      <MeasuresField
        value={values.measures}
        onChange={(measures) => set('measures', measures)}
        errorMessage={problem ?? problemOf('measures')}
        isEditable={isEditable}
      />
      <Select
        label="Rows"
        isDisabled={!isEditable}
        options={rows}
        value={values.split}
        onChange={(id) => set('split', id as ReportValues['split'])}
      />
      <div className="grid grid-cols-2 gap-3 [&>*]:min-w-0">
        <Select
          label="Days"
          isDisabled={!isEditable}
          options={ranges}
          value={values.range}
          onChange={(id) => set('range', id as ReportValues['range'])}
        />
        <Select
          label="Steps"
          isDisabled={!isEditable}
          options={periods}
          value={values.period}
          onChange={(id) => set('period', id as ReportValues['period'])}
        />
        <RecordFilters
          names={recordFilters}
          filter={filter}
          onChange={(part) => {
            for (const name of recordFilters) if (name in part) set(name, part[name] ?? '')
          }}
        />
      </div>
      {missing && <p className="text-[0.8125rem] text-danger-ink">{missing}</p>}
      <Switch isSelected={values.compare} isDisabled={!isEditable} onChange={(compare) => set('compare', compare)}>
        Compare with the days before
      </Switch>
    </fieldset>
  )
}
