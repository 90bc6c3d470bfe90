import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { metricsIn } from './observability/metrics-in.ts'
import { metricRows, servedNames } from './observability/metric-rows.ts'
import { root } from './tools.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const page = read('docs/observability.md')
const rows = metricRows(page)
const served = servedNames(rows)

type Alert = { alert: string; expr: string; annotations: { summary: string; description: string; runbook: string } }
const alerts: Alert[] = parse(read('deploy/prometheus/alerts.yaml')).groups.flatMap(
  ({ rules }: { rules: Alert[] }) => rules,
)
type Panel = { id: number; title: string; type: string; targets?: { expr: string }[] }
type Dashboard = { panels: Panel[]; templating: { list: { type: string; query: string }[] } }
const dashboard: Dashboard = JSON.parse(read('deploy/grafana/karta.json'))

test('the names of metrics follow the rules of Prometheus', () => {
  expect(rows.length).toBeGreaterThan(60)
  for (const { name, type, unit, labels } of rows) {
    expect(name, name).toMatch(/^(karta|http|process|nodejs)_[a-z0-9]+(_[a-z0-9]+)*$/)
    expect(name.endsWith('_total'), `${name}: counters, and only they, end in _total`).toBe(type === 'counter')
    expect(name, `${name}: a histogram adds these by itself`).not.toMatch(/_(count|sum|bucket|info_total)$/)
    expect(name, `${name}: units are seconds and bytes`).not.toMatch(/_(ms|milliseconds|minutes|kb|mb|megabytes)(_|$)/)
    const base = name.replace(/_total$/, '')
    const ends = base.endsWith('_seconds') ? 'seconds' : base.endsWith('_bytes') ? 'bytes' : 'count'
    expect(unit, name).toBe(ends)
    if (type === 'histogram') expect(unit, `${name}: a histogram has a unit`).not.toBe('count')
    expect(labels, `${name}: no label has a value per customer`).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/workspace|user|email|phone|url|host|^id$/)]),
    )
  }
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
})

test('every alert asks for metrics that Karta serves, and says what happened and what to do', () => {
  expect(alerts.length).toBeGreaterThan(10)
  for (const { alert, expr, annotations } of alerts) {
    expect(metricsIn(expr).length, alert).toBeGreaterThan(0)
    for (const name of metricsIn(expr)) expect(served.has(name) || name === 'up', `${alert}: ${name}`).toBe(true)
    expect(annotations.summary, alert).toMatch(/\.$/)
    expect(annotations.description, alert).toMatch(/\.$/)
    expect(annotations.runbook).toBe('docs/observability.md#when-an-alert-fires')
  }
  const explained = [...page.matchAll(/^\| (Karta[A-Za-z]+) /gm)].map(([, name]) => name)
  expect(explained).toEqual(alerts.map(({ alert }) => alert))
})

test('every panel of the dashboard asks for metrics that Karta serves', () => {
  const panels = dashboard.panels.filter(({ type }) => type !== 'row')
  expect(panels.length).toBeGreaterThan(20)
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  const asked = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const))
  const variables = dashboard.templating.list
    .filter(({ type }) => type === 'query')
    .map(({ query }) => ['variable', query])
  for (const [where, expr] of [...asked, ...variables] as [string, string][]) {
    expect(metricsIn(expr).length, where).toBeGreaterThan(0)
    for (const name of metricsIn(expr)) expect(served.has(name), `${where}: ${name}`).toBe(true)
  }
})

test('metrics are found in an expression among functions, labels, words and durations', () => {
  const expr = `histogram_quantile(0.95, sum by (instance, le) (rate(a_seconds_bucket{job="b_total",c=~"d"}[5m]))) > 1e3
    or max without(task)(e_total offset 5m) * on(instance) group_left(version) f_info unless g_bytes[$__rate_interval] == bool 1`
  expect(metricsIn(expr)).toEqual(['a_seconds_bucket', 'e_total', 'f_info', 'g_bytes'])
  expect(metricsIn('label_values(karta_x{job="karta"}, instance)')).toEqual(['karta_x'])
})
