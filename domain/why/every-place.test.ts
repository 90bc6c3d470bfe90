import { expect, test } from 'vitest'
import { whyNowhere } from './every-place.ts'

const why = (code: string) => ({ code, sentence: `${code}, here.`, shared: `${code}, of several.` })
const fix = { kind: 'drivers', sentence: 'It would fit with one more driver.' } as never

test('a delivery without a route says of each place why, and what would help at one of them', () => {
  const places = [
    { name: 'Home', why: why('time_window'), fix: undefined },
    { name: 'Work', why: why('capacity'), fix },
  ]
  expect(whyNowhere(places)).toEqual({
    why: {
      code: 'time_window',
      sentence: 'None of its places has a driver with room and time. Home: time_window, here. Work: capacity, here.',
      shared: 'None of their places has a driver with room and time.',
    },
    fix: { kind: 'drivers', sentence: 'Work: It would fit with one more driver.' },
  })
})

test('several places with one reason are a group with others of that reason, and one place says only its own', () => {
  const places = ['Home', 'Work'].map((name) => ({ name, why: why('shift'), fix: undefined }))
  expect(whyNowhere(places).why).toMatchObject({ code: 'shift', shared: 'shift, of several.' })
  expect(whyNowhere(places.slice(0, 1))).toBe(places[0])
})
