import type { Formats } from '../formats.ts'
import { splitLabels } from '../figures/splits.ts'
import { figureWords, nothing, rowName, withoutIt, type FigureFormats } from '../figures/words.ts'
import type { FigureReport, Figures } from '../schema/figures.ts'
import type { NamedFilter, ReportContent } from '../schema/report.ts'
import { isMoney, measureOf, splitOfFilter, valueIn, type ReportMeasure } from './measures.ts'

export type ReportCell = {
  text: string
  change?: { words: string; direction: 'up' | 'down' | undefined; isGood: boolean | undefined }
}
type ReportRow = { id: string; name: string; cells: ReportCell[] }
type ReportBar = { id: string; name: string; value: number | null; text: string }

/** A report as people read it: on a page, on paper and in a mail. */
export type ReportTable = {
  /** What the rows are. */
  title: string
  columns: { measure: ReportMeasure; label: string }[]
  rows: ReportRow[]
  total: ReportRow
  /** The first measure over time, if there is more than one period and something to draw. */
  chart: { label: string; bars: ReportBar[] } | undefined
  /** What has to be said besides. */
  notes: string[]
  isEmpty: boolean
}

type Used = FigureFormats & Pick<Formats, 'formatMoney' | 'countOf'>

const periodTitles = { day: 'Day', week: 'Week', month: 'Month' }

export function reportTable(content: ReportContent, figures: FigureReport, formats: Used): ReportTable {
  const { split, period, measures } = content
  const { periodName } = figureWords(formats)
  const thisYear = figures.to.slice(0, 4)
  const cellsOf = (now: Figures, before: Figures | null) =>
    measures.map((measure) => cellOf(measure, { now, before }, formats))
  const periods = figures.periods.map((range) => ({ ...range, name: periodName(range, period, thisYear) }))
  const rows = split
    ? figures.rows.map(({ key, name, figures: now, before }) => ({
        id: key ?? 'none',
        name: rowName(split, key, name),
        cells: cellsOf(now, before),
      }))
    : periods.map(({ from, name, figures: now }) => ({ id: from, name, cells: cellsOf(now, null) }))
  return {
    title: split ? splitLabels[split] : periodTitles[period],
    columns: measures.map((measure) => ({ measure, label: measureOf(measure).label })),
    rows,
    total: { id: 'total', name: 'Total', cells: cellsOf(figures.total, figures.total_before) },
    chart: chartOf(measures[0]!, figures, periods, formats),
    notes: notesOf(figures, formats),
    isEmpty: figures.total.values.attempts === 0,
  }
}

function cellOf(
  measure: ReportMeasure,
  { now, before }: { now: Figures; before: Figures | null },
  formats: Used,
): ReportCell {
  const text = sayMeasure(measure, now, formats)
  const currency = now.costs[0]?.currency
  if (!before) return { text }
  const [value, was] = [valueIn(now, measure, currency), valueIn(before, measure, currency)]
  const change = figureWords(formats).changeBetween(measureOf(measure), value, was)
  return { text, ...(change && { change }) }
}

/** A measure as people read it, with its unit. Each currency has an amount of its own. */
export function sayMeasure(measure: ReportMeasure, figures: Figures, formats: Used): string {
  if (!isMoney(measure)) return figureWords(formats).sayFigure(measure, figures.values[measure])
  const amounts = figures.costs.flatMap(({ currency }) => {
    const value = valueIn(figures, measure, currency)
    return value === null ? [] : [formats.formatMoney(Math.round(value), currency)]
  })
  return amounts.join(' + ') || nothing
}

type NamedPeriod = FigureReport['periods'][number] & { name: string }

function chartOf(measure: ReportMeasure, { total }: FigureReport, periods: NamedPeriod[], formats: Used) {
  const currency = total.costs[0]?.currency
  const bars = periods.map(({ from, name, figures }) => ({
    id: from,
    name,
    value: valueIn(figures, measure, currency),
    text: isMoney(measure)
      ? sayMeasure(measure, { ...figures, costs: figures.costs.filter((each) => each.currency === currency) }, formats)
      : sayMeasure(measure, figures, formats),
  }))
  const hasSome = bars.length > 1 && bars.some(({ value }) => value !== null && value !== 0)
  return hasSome ? { label: measureOf(measure).label, bars } : undefined
}

const notesOf = ({ rows_left_off }: FigureReport, { countOf }: Used): string[] =>
  rows_left_off > 0 ? [`${countOf(rows_left_off, 'more row')} with fewer attempts.`] : []

/** What a filter says above a report: `Driver Budi (deleted)`. */
export function sayFilter({ filter, name, state }: NamedFilter): string {
  const split = splitOfFilter[filter]
  const kind = splitLabels[split]
  if (state === 'none') return withoutIt[split]
  if (state === 'hidden') return `${kind}: one that you do not see`
  if (state === 'deleted')
    return name === null ? `Deleted ${kind.toLowerCase()}` : `Deleted ${kind.toLowerCase()} ${name}`
  return `${kind} ${name}`
}
