import { expect, test } from 'vitest'
import { isState, statusOfState } from './sqlstate.ts'

test('a code of PostgreSQL has the status of the longest beginning that is known', () => {
  const expected: Record<number, string[]> = {
    400: ['22P02', '23502', '23514', '42703', '42804', 'P0001', '0A000'],
    403: ['42501', '28000', '0LP01', '0P000'],
    404: ['42P01', '42883'],
    405: ['25006'],
    409: ['23503', '23505'],
    418: ['PT418'],
    500: [
      '09000',
      '25001',
      '2D000',
      '38000',
      '39000',
      '3B000',
      '40001',
      '42P17',
      '53400',
      '54001',
      '55000',
      '57P02',
      '58000',
      'F0000',
      'HV000',
      'P0002',
      'XX000',
    ],
    503: ['08006', '53300', '57P01'],
    504: ['57014'],
  }
  for (const [status, codes] of Object.entries(expected)) {
    for (const code of codes) expect([code, statusOfState(code)]).toEqual([code, Number(status)])
  }
  expect([isState('22P02'), isState('ECONNREFUSED'), isState(undefined)]).toEqual([true, false, false])
})
