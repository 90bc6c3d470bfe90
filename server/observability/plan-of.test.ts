import { expect, test } from 'vitest'
import { shapeOf } from './plan-of.ts'

test('the shape of a plan names tables, indexes and rows, and no condition', () => {
  const plan = {
    'Node Type': 'Hash Join',
    'Join Type': 'Left',
    'Plan Rows': 12,
    'Hash Cond': "(a.phone = '62811')",
    Plans: [
      { 'Node Type': 'Index Scan', 'Relation Name': 'stops', 'Index Name': 'stops_route', 'Plan Rows': 12 },
      { 'Node Type': 'Seq Scan', 'Relation Name': 'deliveries', 'Plan Rows': 4000, Filter: "(name = 'Budi')" },
    ],
  }
  expect(shapeOf(plan)).toBe('Hash Join Left (Index Scan stops by stops_route ~12, Seq Scan deliveries ~4000) ~12')
})
