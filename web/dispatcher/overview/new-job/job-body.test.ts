import { expect, test } from 'vitest'
import { NewDelivery } from '#domain/schema/delivery.ts'
import { CallError } from '#web/lib/call.ts'
import { bodyOf, refusalOf } from './job-body.ts'
import { emptyJob } from './job-draft.ts'

const job = { ...emptyJob, pickup: ' Jl. Sudirman 1 ', delivery: 'Jl. Thamrin 2', scheduledTime: '2026-12-01T10:30' }

test("the time is in the workspace's time zone, wherever the browser is", () => {
  expect(bodyOf(job, 'Asia/Jakarta').scheduled_time).toBe('2026-12-01T03:30:00.000Z')
  expect(bodyOf(job, 'America/New_York').scheduled_time).toBe('2026-12-01T15:30:00.000Z')
  // Some browsers add seconds.
  const withSeconds = { ...job, scheduledTime: '2026-07-01T10:30:00' }
  expect(bodyOf(withSeconds, 'Europe/Berlin').scheduled_time).toBe('2026-07-01T08:30:00.000Z')
})

test('a delivery is sent, with or without a requested driver', () => {
  const wanted_driver_id = '0199aa11-0000-7333-8444-555566667777'
  expect(NewDelivery.parse(bodyOf({ ...job, driverId: wanted_driver_id }, 'Asia/Jakarta'))).toMatchObject({
    pickup_address: 'Jl. Sudirman 1',
    delivery_address: 'Jl. Thamrin 2',
    wanted_driver_id,
  })
  expect(bodyOf(job, 'Asia/Jakarta').wanted_driver_id).toBeNull()
})

test('problems are shown next to the fields of the dialog', () => {
  const errors = [
    { path: 'pickup_address', message: 'At most 300 characters.' },
    { path: 'scheduled_time', message: 'Choose a time between the years 1900 and 9999.' },
  ]
  const refused = new CallError({ code: 'validation_failed', status: 400, title: 'Not valid.', errors })
  expect(refusalOf(refused)).toEqual({
    problems: { pickup: 'At most 300 characters.', scheduledTime: 'Choose a time between the years 1900 and 9999.' },
  })
  const gone = new CallError({ code: 'driver_inactive', status: 409, title: 'That driver is not active.' })
  expect(refusalOf(gone)).toEqual({ problems: { driverId: 'That driver is not active.' } })
})

test('anything else is a sentence above the form', () => {
  const offline = new CallError({ code: 'offline', status: 0, title: 'The server cannot be reached.' })
  expect(refusalOf(offline)).toEqual({ sentence: 'The server cannot be reached.' })
  const errors = [{ path: 'notes', message: 'Too long.' }]
  const elsewhere = new CallError({ code: 'validation_failed', status: 400, title: 'Not valid.', errors })
  expect(refusalOf(elsewhere)).toEqual({ sentence: 'Not valid.' })
})
