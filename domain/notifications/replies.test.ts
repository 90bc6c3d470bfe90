import { expect, test } from 'vitest'
import { movesOn } from './states.ts'
import { readReply } from './replies.ts'

test('STOP and START count when they are all that is said', () => {
  expect([' STOP ', 'Stop.', 'berhenti', 'إيقاف'].map(readReply)).toEqual(['stop', 'stop', 'stop', 'stop'])
  expect(['START', 'Mulai!'].map(readReply)).toEqual(['start', 'start'])
  expect(['Please stop at the gate', 'stop it', '', 'ok'].map(readReply)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('a state never goes back, and an end stays', () => {
  expect(movesOn('handing_over', 'sent')).toBe(true)
  expect(movesOn('unknown', 'delivered')).toBe(true)
  expect(movesOn('delivered', 'sent')).toBe(false)
  expect(movesOn('delivered', 'failed')).toBe(false)
  expect(movesOn('failed', 'delivered')).toBe(false)
  expect(movesOn('sent', 'sent')).toBe(false)
})
