import { postgresChangesFilter } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { parseFilter, SubscriptionError } from './filter.ts'

test('a filter is a column, an operator and a value', () => {
  expect(parseFilter('status=eq.pending')).toEqual([
    { column: 'status', negated: false, operator: 'eq', value: 'pending' },
  ])
  for (const operator of ['neq', 'lt', 'lte', 'gt', 'gte', 'like', 'ilike', 'match', 'imatch', 'isdistinct']) {
    expect(parseFilter(`number=${operator}.5`)).toEqual([{ column: 'number', negated: false, operator, value: '5' }])
  }
  expect(parseFilter('driver_id=is.NULL')).toEqual([
    { column: 'driver_id', negated: false, operator: 'is', value: 'null' },
  ])
  expect(parseFilter('number=in.(1,2)')).toEqual([
    { column: 'number', negated: false, operator: 'in', values: ['1', '2'] },
  ])
})

test('commas mean "and", and not. turns a condition around', () => {
  expect(parseFilter('id=gt.0,status=not.in.(draft,archived),notes=not.is.null')).toEqual([
    { column: 'id', negated: false, operator: 'gt', value: '0' },
    { column: 'status', negated: true, operator: 'in', values: ['draft', 'archived'] },
    { column: 'notes', negated: true, operator: 'is', value: 'null' },
  ])
})

test('a value may contain anything, also what the official builder quotes', () => {
  const odd = ['a,b', '(c)', 'd"e', 'f\\g', ' h ', 'name=eq.x', '', 'ø😀', 'is.null']
  for (const value of odd) {
    expect(parseFilter(postgresChangesFilter().eq('name', value).build())[0]).toMatchObject({ value })
  }
  expect(parseFilter(postgresChangesFilter().in('name', odd).build())[0]).toMatchObject({ values: odd })
  expect(parseFilter('delivery_address=eq.1.2=3')[0]).toMatchObject({ value: '1.2=3' })
})

test('what cannot be read is refused', () => {
  for (const filter of [
    'status',
    'status=pending',
    '=eq.1',
    'status=eq',
    'a b=eq.1',
    'status=fts.cat',
    'status=not.not.eq.1',
    'number=in.1,2',
    'number=in.()',
    'number=in.(1',
    'name=eq."open',
    'notes=is.maybe',
    'status=eq.a,',
    `name=eq.${'x'.repeat(3000)}`,
    `number=in.(${Array.from({ length: 101 }, (_, i) => i).join()})`,
    Array.from({ length: 21 }, () => 'a=eq.1').join(),
  ]) {
    expect(() => parseFilter(filter), filter).toThrow(SubscriptionError)
  }
})
