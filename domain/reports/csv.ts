import { splitLabels } from '../figures/splits.ts'
import { rowName } from '../figures/words.ts'
import { csvLine } from '../import/csv-cell.ts'
import { toMajor } from '../money.ts'
import type { FigureReport, Figures } from '../schema/figures.ts'
import type { ReportContent } from '../schema/report.ts'
import { isMoney, measureOf, valueIn, type ReportMeasure } from './measures.ts'

type Column = { header: string; of: (figures: Figures) => number | null }

/**
 * A report as a CSV file: plain numbers with their units in the header, shares from 0 to 1. No spreadsheet runs a cell as a
 * formula.
 */
export function reportCsv({ measures, split }: ReportContent, figures: FigureReport): string {
  const columns = measures.flatMap((measure) => columnsOf(measure, figures))
  const { before } = figures
  const header = [
    'From',
    'To',
    ...(split ? [splitLabels[split]] : []),
    ...columns.map((column) => column.header),
    ...(split && before ? columns.map((column) => `${column.header}, ${before.from} to ${before.to}`) : []),
  ]
  const { from, to } = figures
  const lines = split
    ? figures.rows.map(({ key, name, figures: now, before: was }) => [
        from,
        to,
        rowName(split, key, name),
        ...columns.map(({ of }) => of(now)),
        ...(was ? columns.map(({ of }) => of(was)) : []),
      ])
    : figures.periods.map(({ from: first, to: last, figures: now }) => [
        first,
        last,
        ...columns.map(({ of }) => of(now)),
      ])
  return [header, ...lines].map((cells) => csvLine(cells)).join('')
}

/** Money has a column for each currency. */
function columnsOf(measure: ReportMeasure, { total, total_before }: FigureReport): Column[] {
  const { label, unit } = measureOf(measure)
  if (!isMoney(measure)) {
    const header = unit === 'count' || unit === 'stars' ? label : `${label} (${unit})`
    return [{ header, of: (figures) => valueIn(figures, measure) }]
  }
  const currencies = [...new Set([...total.costs, ...(total_before?.costs ?? [])].map(({ currency }) => currency))]
  return currencies.map((currency) => ({
    header: `${label} (${currency})`,
    of: (figures) => {
      const value = valueIn(figures, measure, currency)
      return value === null ? null : toMajor(Math.round(value), currency)
    },
  }))
}
