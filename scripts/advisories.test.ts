import { expect, test } from 'vitest'
import { judge, readAudit, type Advisory } from './advisories.ts'

const via = (id: string, name: string, severity: string) => ({
  source: 1,
  name,
  title: `${name} is weak`,
  url: `https://github.com/advisories/${id}`,
  severity,
})
const report = {
  auditReportVersion: 2,
  vulnerabilities: {
    pg: { nodes: ['node_modules/pg'], via: [via('GHSA-1', 'pg', 'high')] },
    'pg-boss': { nodes: ['node_modules/pg-boss'], via: ['pg'] },
    vitest: { nodes: ['node_modules/vitest'], via: [via('GHSA-2', 'vitest', 'critical')] },
    marked: { nodes: ['node_modules/marked'], via: [via('GHSA-3', 'marked', 'moderate')] },
  },
}
const packages = {
  'node_modules/pg': { version: '1.0.0' },
  'node_modules/pg-boss': { version: '1.0.0' },
  'node_modules/vitest': { version: '1.0.0', dev: true },
  'node_modules/marked': { version: '1.0.0' },
}
const found = readAudit(JSON.stringify(report), packages) as Advisory[]

test('a severe advisory in the product fails; others are only reported', () => {
  expect(judge(found, [], '2026-11-22')).toEqual({
    ok: false,
    lines: [
      'FAILED high pg: pg is weak (GHSA-1, in the product)',
      'note   critical vitest: vitest is weak (GHSA-2, in development tools)',
      'note   moderate marked: marked is weak (GHSA-3, in the product)',
    ],
  })
  expect(judge([], [], '2026-11-22')).toEqual({ ok: true, lines: [] })
})

test('an accepted advisory passes with its reason until its day, and one that went away is pointed out', () => {
  const accepted = [{ id: 'GHSA-1', reason: 'we never parse such text', until: '2026-12-01' }]
  const { ok, lines } = judge(found, accepted, '2026-12-01')
  expect(ok).toBe(true)
  expect(lines[0]).toContain('(GHSA-1, in the product; accepted until 2026-12-01: we never parse such text)')
  expect(judge(found, accepted, '2026-12-02')).toMatchObject({
    ok: false,
    lines: expect.arrayContaining([expect.stringContaining('was accepted until 2026-12-01')]),
  })
  expect(judge([], accepted, '2026-11-22').lines).toEqual([
    'note   GHSA-1 no longer applies: remove it from scripts/accepted-advisories.json',
  ])
})

test.each(['', 'npm error audit endpoint returned an error', '{"message":"405 Method Not Allowed"}', '{"error":{}}'])(
  'anything but a report means that the registry did not answer: %j',
  (output) => expect(readAudit(output, packages)).toBeUndefined(),
)
