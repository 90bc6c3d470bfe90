import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

test('the example of RFC 8785 is written as the RFC says', () => {
  const value = {
    numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: '\u20ac$\u000f\u000aA\'\u0042\u0022\u005c\\\"/',
    literals: [null, true, false],
  }
  expect(canonicalJson(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  )
})

test('members are sorted by UTF-16 code units, even those that look like numbers', () => {
  const value = {
    '\u20ac': 1,
    '\r': 2,
    '\ufb33': 3,
    '1': 4,
    '\ud83d\ude00': 5,
    '\u0080': 6,
    '\u00f6': 7,
    '10': 8,
    '9': 9,
  }
  expect(canonicalJson(value)).toBe('{"\\r":2,"1":4,"10":8,"9":9,"\u0080":6,"ö":7,"€":1,"\ud83d\ude00":5,"\ufb33":3}')
})

test('what has no canonical form is refused', () => {
  for (const value of [Number.NaN, Infinity, '\ud800', { '\udc00': 1 }]) {
    expect(() => canonicalJson(value)).toThrow('no canonical form')
  }
})
