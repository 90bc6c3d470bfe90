export type MetricRow = {
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  labels: string[]
  unit: string
  /** Other systems do not tell it. */
  isOfLinux: boolean
}

const row = /^\| `(\w+)` +\| (counter|gauge|histogram) +\| ([^|]*?) *\| (\w+) +\| ([^|]+?) +\| [^|]*\|$/gm

/** The metrics that docs/observability.md lists. */
export function metricRows(page: string): MetricRow[] {
  return [...page.matchAll(row)].map(([, name, type, labels, unit, meaning]) => ({
    name: name!,
    type: type as MetricRow['type'],
    labels: [...labels!.matchAll(/`(\w+)`/g)].map(([, label]) => label!),
    unit: unit!,
    isOfLinux: meaning!.endsWith('(Linux)'),
  }))
}

/** What can be asked for: a histogram is three series. */
export const servedNames = (rows: MetricRow[]): Set<string> =>
  new Set(
    rows.flatMap(({ name, type }) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  )
