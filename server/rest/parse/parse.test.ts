import { expect, test } from 'vitest'
import { RestError } from '../protocol/errors.ts'
import { parseAccept } from './accept.ts'
import { parseFilter, parseLogic } from './condition.ts'
import { parseOrder } from './order.ts'
import { appliedPreferences, parsePrefer } from './prefer.ts'
import { parseQuery } from './query.ts'
import { parseRange } from './range.ts'
import { parseSelect } from './select.ts'

const column = (name: string, also = {}) => ({ kind: 'column', field: { name, path: [] }, ...also })

test.each([
  ['', []],
  ['*', [{ kind: 'all' }]],
  ['a,b', [column('a'), column('b')]],
  [' a , b ', [column('a'), column('b')]],
  ['x:a::text', [column('a', { alias: 'x', cast: 'text' })]],
  ['a::double precision', [column('a', { cast: 'double precision' })]],
  ['"a,(b)"', [column('a,(b)')]],
  [String.raw`"say \"hi\""`, [column('say "hi"')]],
  ['some-name', [column('some-name')]],
  ['ünïcode', [column('ünïcode')]],
  [
    'd->k->>1',
    [
      {
        kind: 'column',
        field: {
          name: 'd',
          path: [
            { asText: false, at: 'k' },
            { asText: true, at: 1 },
          ],
        },
      },
    ],
  ],
  ['d->-1', [{ kind: 'column', field: { name: 'd', path: [{ asText: false, at: -1 }] } }]],
  ['d->1a', [{ kind: 'column', field: { name: 'd', path: [{ asText: false, at: '1a' }] } }]],
  ['r()', [{ kind: 'embed', relation: 'r', isSpread: false, items: [] }]],
  [
    'x:r!hint!inner(a,...s(b))',
    [
      {
        kind: 'embed',
        relation: 'r',
        alias: 'x',
        hint: 'hint',
        join: 'inner',
        isSpread: false,
        items: [column('a'), { kind: 'embed', relation: 's', isSpread: true, items: [column('b')] }],
      },
    ],
  ],
  ['count()', [{ kind: 'aggregate' }]],
  ['total:a.sum()::int,b', [{ kind: 'aggregate' }, column('b')]],
])('select %s', (text, expected) => {
  expect(parseSelect(text)).toEqual(expected)
})

test.each([
  ['eq.a.b', { kind: 'compare', operator: 'eq', value: 'a.b' }],
  ['eq.', { kind: 'compare', operator: 'eq', value: '' }],
  ['gt(all).{1,2}', { kind: 'compare', operator: 'gt', quantifier: 'all', value: '{1,2}' }],
  ['like(any).{a*}', { kind: 'match', operator: 'like', quantifier: 'any', value: '{a*}' }],
  ['cs.{"a":1}', { kind: 'contain', operator: 'cs', value: '{"a":1}' }],
  ['fts(english).a b', { kind: 'search', operator: 'fts', language: 'english', value: 'a b' }],
  ['wfts.a -b', { kind: 'search', operator: 'wfts', value: 'a -b' }],
  ['isdistinct.x', { kind: 'distinct', value: 'x' }],
  ['is.NULL', { kind: 'is', value: 'null' }],
  ['is.not_null', { kind: 'is', value: 'not_null' }],
  [String.raw`in.(a,"b,c","d\"e",)`, { kind: 'in', values: ['a', 'b,c', 'd"e', ''] }],
  ['in.()', { kind: 'in', values: [] }],
])('filter %s', (value, operation) => {
  const field = { name: 'x', path: [] }
  expect(parseFilter('x', value)).toEqual({
    path: [],
    condition: { kind: 'filter', field, isNegated: false, operation },
  })
  expect(parseFilter('a.b.x', `not.${value}`)).toEqual({
    path: ['a', 'b'],
    condition: { kind: 'filter', field, isNegated: true, operation },
  })
})

test('a tree of conditions, with values in quotes and arrays', () => {
  const eq = (name: string, value: string) => ({
    kind: 'filter',
    field: { name, path: [] },
    isNegated: false,
    operation: { kind: 'compare', operator: 'eq', value },
  })
  expect(parseLogic('r.not.or', '(a.eq.1, not.and(b.eq."x,y)",c.eq.{1,2}))')).toEqual({
    path: ['r'],
    condition: {
      kind: 'logic',
      isNegated: true,
      operator: 'or',
      conditions: [
        eq('a', '1'),
        { kind: 'logic', isNegated: true, operator: 'and', conditions: [eq('b', 'x,y)'), eq('c', '{1,2}')] },
      ],
    },
  })
})

test('an order', () => {
  expect(parseOrder('a, b.desc,c.nullsfirst,d.asc.nullslast, r(e->x).desc')).toEqual([
    { field: { name: 'a', path: [] }, direction: 'asc' },
    { field: { name: 'b', path: [] }, direction: 'desc' },
    { field: { name: 'c', path: [] }, direction: 'asc', nulls: 'first' },
    { field: { name: 'd', path: [] }, direction: 'asc', nulls: 'last' },
    { field: { name: 'e', path: [{ asText: false, at: 'x' }] }, relation: 'r', direction: 'desc' },
  ])
})

test('a query string is put together, and arguments of a function are told from filters', () => {
  const query = parseQuery('select=a&r.order=a&r.limit=2&offset=3&columns=a,"b"&on_conflict=a&apikey=k&x=eq.1', {
    isCall: true,
  })
  expect(query).toMatchObject({
    orders: [{ path: ['r'] }],
    slices: [
      { path: ['r'], slice: { limit: 2 } },
      { path: [], slice: { offset: 3 } },
    ],
    columns: ['a', 'b'],
    onConflict: ['a'],
    filters: [{ condition: { field: { name: 'x' } } }],
    args: [],
  })
  expect(parseQuery('day=2026-01-01&x=1.5&n=not.eq.1&a={1,2}', { isCall: true })).toMatchObject({
    args: [
      ['day', '2026-01-01'],
      ['x', '1.5'],
      ['a', '{1,2}'],
    ],
    filters: [{ condition: { isNegated: true } }],
  })
})

const details = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof RestError) return `${error.message}: ${String(error.details)}`
    throw error
  }
  return 'nothing'
}

test.each([
  [
    () => parseFilter('a', 'x'),
    '"failed to parse filter (x)" (line 1, column 2): unexpected end of input expecting operator (eq, gt, ...)',
  ],
  [
    () => parseFilter('a', ''),
    '"failed to parse filter ()" (line 1, column 1): unexpected end of input expecting "not" or operator (eq, gt, ...)',
  ],
  [() => parseFilter('a', 'in.1'), '"failed to parse filter (in.1)" (line 1, column 4): unexpected "1" expecting "("'],
  [
    () => parseFilter('a', 'is.5'),
    '"failed to parse filter (is.5)" (line 1, column 4): unexpected "5" expecting null or trilean value (unknown, true, false)',
  ],
  [
    () => parseFilter('a', 'in(any).(1)'),
    '"failed to parse filter (in(any).(1))" (line 1, column 9): unknown single value operator in(any)',
  ],
  [
    () => parseFilter('a..b', 'eq.1'),
    '"failed to parse tree path (a..b)" (line 1, column 3): unexpected "." expecting field name (* or [a..z0..9_$])',
  ],
  [
    () => parseSelect('a,'),
    '"failed to parse select parameter (a,)" (line 1, column 3): unexpected end of input expecting field name (* or [a..z0..9_$])',
  ],
  [
    () => parseSelect('r(a'),
    '"failed to parse select parameter (r(a)" (line 1, column 4): unexpected end of input expecting ")"',
  ],
  [
    () => parseOrder('a.desc.x'),
    '"failed to parse order (a.desc.x)" (line 1, column 8): unexpected "x" expecting "nullsfirst" or "nullslast"',
  ],
  [
    () => parseLogic('or', '(a.eq.1'),
    '"failed to parse logic tree ((a.eq.1)" (line 1, column 8): unexpected end of input expecting ")"',
  ],
])('%s', (work, expected) => {
  expect(details(work)).toBe(expected)
})

test('preferences', () => {
  const given = parsePrefer(['return=representation, count=exact', 'count=planned', 'max-affected=5,handling=strict'])
  expect(given).toEqual({ return: 'representation', count: 'exact', maxAffected: 5, handling: 'strict' })
  expect(appliedPreferences(given, ['count', 'maxAffected', 'tx'])).toBe('count=exact, max-affected=5')
  expect(parsePrefer('timezone=Nowhere/Land, x', () => false)).toEqual({})
  expect(details(() => parsePrefer('handling=strict, timezone=Nowhere/Land', () => false))).toContain(
    'timezone=Nowhere/Land',
  )
})

test('formats and ranges', () => {
  expect(parseAccept(undefined)).toEqual({ kind: 'json', stripsNulls: false })
  expect(parseAccept('text/html;q=0.5, text/csv')).toEqual({ kind: 'csv', stripsNulls: false })
  expect(parseAccept('*/*;q=0.1, application/vnd.pgrst.object+json;nulls=stripped')).toEqual({
    kind: 'object',
    stripsNulls: true,
  })
  expect(details(() => parseAccept('application/vnd.pgrst.plan+json'))).toContain('None of these media types')
  expect([parseRange('0-9'), parseRange('10-'), parseRange('bytes=0-9'), parseRange(undefined)]).toEqual([
    { offset: 0, limit: 10 },
    { offset: 10 },
    {},
    {},
  ])
})
