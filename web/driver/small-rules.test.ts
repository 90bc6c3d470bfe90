import { expect, test } from 'vitest'
import { recordPings } from '#domain/api/positions.ts'
import * as messages from '#domain/api/messages.ts'
import * as push from '#domain/api/push.ts'
import * as road from '#domain/api/road.ts'
import { nowhere, stepFence } from '#domain/road/geofence.ts'
import { pingInterval } from './gps/interval.ts'
import { mayLocate } from './gps/may-locate.ts'
import { fencesOf } from './gps/near-stop.ts'
import { otherPhone } from './shell/other-phone.ts'
import { clockTrouble, roomIn } from './shell/trouble.ts'
import { handedToOf } from './stop/end-draft.ts'
import { readHandoverCode, writeHandoverCode } from './stop/handover-code.ts'
import { dialed, wayTo } from './stop/ways.ts'
import { pushPaths } from './notify/paths.ts'
import { paths } from './sync/api.ts'
import { isIdleAt } from './updates.ts'
import { wantedLanguage } from './words/words.ts'
import { carried, drivenStop, driverDay, idOf } from './testing/driver-day.ts'

test('the app asks the server only at addresses that are declared', () => {
  const declared: Record<string, { method: string; path: string }> = {
    ...road,
    ...messages,
    ...push,
    recordPings,
  } as never
  for (const [id, path] of Object.entries({ ...paths, ...pushPaths })) {
    expect(`${declared[id]?.method} ${declared[id]?.path}`).toBe(path)
  }
})

test('positions are taken often while driving, seldom while standing or with a low battery', () => {
  const moving = { batteryPercent: 80, isCharging: false }
  expect(pingInterval({ ...moving, speedMps: 15 })).toBe(5000)
  expect(pingInterval({ ...moving, speedMps: 4 })).toBe(10_000)
  expect(pingInterval({ ...moving, speedMps: 0 })).toBe(60_000)
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

test('an arrival is offered at the first stop in reach that is open, at the second position there', () => {
  const near = { lat: -6.2, lng: 106.8 }
  const done = drivenStop(1, { delivery: carried(1, { status: 'delivered' }) })
  const far = drivenStop(2, { location: { lat: -6.3, lng: 106.8 } })
  const day = driverDay([done, far, drivenStop(3), drivenStop(4), drivenStop(5, { location: null })])
  const fences = fencesOf(day, Date.parse('2026-03-16T03:00:00Z'))
  expect(fences.map(({ stop_id }) => stop_id)).toEqual([2, 3, 4, 99].map(idOf))
  const fix = { ...near, accuracy_m: 10, speed_mps: 0 }
  const once = stepFence(nowhere, { ...fix, at: 1000 }, fences)
  expect(once.state.near).toBeNull()
  expect(stepFence(once.state, { ...fix, at: 2000 }, fences).state.near).toMatchObject({ stop_id: idOf(3) })
})

test('a place is noted inside a shift only, and not on a break', () => {
  const day = driverDay()
  expect(mayLocate(day)).toBe(true)
  expect(mayLocate({ shift: { ...day.shift!, on_break_since: day.now } })).toBe(false)
  expect(mayLocate({ shift: null })).toBe(false)
  expect(mayLocate(null)).toBe(false)
})

test('another phone in use is told, but neither this one, nor one that was blocked, told before or put away', () => {
  const now = Date.parse('2026-03-16T12:00:00Z')
  const phone = (id: string, last_seen_at: string | null, revoked_at: string | null = null) => ({
    id,
    name: `Phone ${id}`,
    last_seen_at,
    revoked_at,
  })
  const at = '2026-03-16T11:00:00Z'
  const silent = [phone('never used', null), phone('put away', '2026-03-15T11:00:00Z'), phone('blocked', at, at)]
  const phones = [...silent, phone('this', at), phone('older', '2026-03-16T10:00:00Z'), phone('told', at)]
  const told = (known: string[]) => otherPhone({ phones, read_at: now }, known, now)
  expect(told(['this', 'told'])).toEqual({
    id: 'older',
    name: 'Phone older',
    seenAt: Date.parse('2026-03-16T10:00:00Z'),
  })
  expect(told(['this', 'told', 'older'])).toBeUndefined()
})

test('the app is written as the driver chose, else as the workspace is, else as the browser', () => {
  expect(wantedLanguage({ chosen: 'ar', workspace: 'id' }, ['en'])).toBe('ar')
  expect(wantedLanguage({ chosen: null, workspace: 'id' }, ['en'])).toBe('id')
  expect(wantedLanguage({ chosen: null, workspace: 'fr-FR' }, ['de', 'id-ID'])).toBe('id')
  expect(wantedLanguage({ chosen: null, workspace: null }, ['de'])).toBe('en')
})

test('a new version starts by itself only where no form is open', () => {
  expect(['/driver', '/driver/', '/driver/map', '/driver/more'].map(isIdleAt)).toEqual(Array(4).fill(true))
  expect(['/driver/end/1', '/driver/shift', '/driver/map/x', '/driver/messages'].some(isIdleAt)).toBe(false)
})

test('what has a prescription is handed to somebody, and left nowhere', () => {
  const offered = (received_by: 'patient' | 'authorized' | 'anybody') => {
    const handed_to = received_by === 'anybody' ? null : { received_by, authorized_names: [] }
    return handedToOf(drivenStop(1, { delivery: carried(1, { handed_to }) }))
  }
  expect(offered('patient')).toEqual(['recipient'])
  expect(offered('authorized')).toEqual(['recipient', 'household', 'neighbor', 'reception'])
  expect(offered('anybody')).toContain('mailbox')
})
