import { expect, test } from 'vitest'
import { cashCsv } from './cash-csv.ts'

test('cash is exported in whole units of the currency, and a name is never a formula', () => {
  const driver = {
    driver_id: '1',
    driver_name: '=cmd()',
    taken: 15_050,
    handed_in: 10_000,
    corrected: -50,
    balance: 5000,
  }
  const [header, line] = cashCsv({ day: '2026-03-16', currency: 'USD', drivers: [driver] }).split('\r\n')
  expect(header).toBe('Day,Driver,Currency,Taken,Handed in,Corrected,Outstanding')
  expect(line).toMatch(/^2026-03-16,"?'=cmd\(\)"?,USD,150\.5,100,-0\.5,50$/)
})
