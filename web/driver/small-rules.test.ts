import { expect, test } from 'vitest'
import { recordPings } from '#domain/api/positions.ts'
import * as messages from '#domain/api/messages.ts'
import * as road from '#domain/api/road.ts'
import { pingInterval } from './gps/interval.ts'
import { clockTrouble, roomIn } from './shell/trouble.ts'
import { readHandoverCode, writeHandoverCode } from './stop/handover-code.ts'
import { dialed, wayTo } from './stop/ways.ts'
import { paths } from './sync/api.ts'
import { idOf } from './testing/driver-day.ts'

test('the app asks the server only at addresses that are declared', () => {
  const declared: Record<string, { method: string; path: string }> = { ...road, ...messages, recordPings } as never
  for (const [id, path] of Object.entries(paths)) {
    expect(`${declared[id]?.method} ${declared[id]?.path}`).toBe(path)
  }
})

test('positions are taken often while driving, seldom while standing or with a low battery', () => {
  const moving = { batteryPercent: 80, isCharging: false }
  expect(pingInterval({ ...moving, speedMps: 15 })).toBe(5000)
  expect(pingInterval({ ...moving, speedMps: 4 })).toBe(10_000)
  expect(pingInterval({ ...moving, speedMps: 0 })).toBe(30_000)
  expect(pingInterval({ speedMps: 15, batteryPercent: 20, isCharging: false })).toBe(10_000)
  expect(pingInterval({ speedMps: 15, batteryPercent: 5, isCharging: false })).toBe(60_000)
  expect(pingInterval({ speedMps: 15, batteryPercent: 5, isCharging: true })).toBe(5000)
})

test('a clock that is more than two minutes off is told, and which way', () => {
  expect(clockTrouble(null)).toBeUndefined()
  expect(clockTrouble(-120_000)).toBeUndefined()
  expect(clockTrouble(300_000)).toEqual({ byMs: 300_000, direction: 'behind' })
  expect(clockTrouble(-300_000)).toEqual({ byMs: 300_000, direction: 'ahead' })
})

test('a phone with less than 50 MB is told to be almost full', () => {
  expect(roomIn({ quota: 1e9, usage: 9.6e8 })).toEqual({ freeBytes: 4e7, isLittle: true })
  expect(roomIn({ quota: 1e9, usage: 1e8 })).toMatchObject({ isLittle: false })
  expect(roomIn({})).toBeUndefined()
})

test('a handover’s code says which deliveries it is for, and another code says nothing', () => {
  const handover = { entryId: idOf(1), deliveryIds: [idOf(2), idOf(3)] }
  expect(readHandoverCode(` ${writeHandoverCode(handover)} `)).toEqual(handover)
  for (const code of ['', 'KH1.', 'KH1.AAAA', 'https://example.com']) expect(readHandoverCode(code)).toBeUndefined()
})

test('the way and the call are handed to the phone’s apps', () => {
  const place = { lat: -6.2, lng: 106.8 }
  expect(wayTo('google', place, 'Rina')).toContain('destination=-6.2,106.8')
  expect(wayTo('waze', place, 'Rina')).toContain('ll=-6.2,106.8')
  expect(wayTo('geo', place, 'Rina & Co')).toBe('geo:-6.2,106.8?q=-6.2,106.8(Rina%20%26%20Co)')
  expect(dialed('+62 (21) 555-01')).toBe('+622155501')
})
