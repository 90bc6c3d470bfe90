import Papa from 'papaparse'
import { measureNames, measures } from '#domain/figures/measures.ts'
import { splitLabels, type FigureSplit } from '#domain/figures/splits.ts'
import { toCsvCell } from '#domain/import/csv-cell.ts'
import { toMajor } from '#domain/money.ts'
import type { FigureReport, Figures } from '#domain/schema/figures.ts'
import { rowName } from './figure-words.ts'

/** Every measure by period and by the split as a CSV file. Shares are from 0 to 1. No spreadsheet runs a cell as a formula. */
export function figuresCsv({ periods, rows, total }: FigureReport, split: FigureSplit): string {
  const currencies = total.costs.map(({ currency }) => currency)
  const header = [
    'From',
    'To',
    splitLabels[split],
    ...measureNames.map((name) => `${measures[name].label}${unitOf(measures[name].unit)}`),
    ...currencies.flatMap((currency) => [`Cost (${currency})`, `Cost per delivery (${currency})`]),
  ]
  const first = periods[0]?.from ?? ''
  const last = periods.at(-1)?.to ?? ''
  const lines = [
    ...periods.map(({ from, to, figures }) => [from, to, '', ...cellsOf(figures, currencies)]),
    ...rows.map(({ key, name, figures }) => [first, last, rowName(split, key, name), ...cellsOf(figures, currencies)]),
  ]
  return `${Papa.unparse([header, ...lines].map((cells) => cells.map(toCsvCell)))}\r\n`
}

const unitOf = (unit: string) => (unit === 'count' || unit === 'stars' ? '' : ` (${unit})`)

function cellsOf({ values, costs }: Figures, currencies: readonly string[]): (string | number)[] {
  return [
    ...measureNames.map((name) => values[name] ?? ''),
    ...currencies.flatMap((currency) => {
      const cost = costs.find((each) => each.currency === currency)
      return cost
        ? [
            toMajor(cost.total, currency),
            cost.per_delivery === null ? '' : toMajor(Math.round(cost.per_delivery), currency),
          ]
        : ['', '']
    }),
  ]
}
