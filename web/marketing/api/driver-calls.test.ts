import { expect, test } from 'vitest'
import { allEndpoints } from '#domain/api/all.ts'
import { driverCalls } from './driver-calls.ts'

test('the page names only endpoints of drivers that exist', () => {
  const open = allEndpoints.filter(({ may }) => may === 'work_own_route' || may === 'anybody')
  const known = open.map(({ method, path }) => `${method} ${path}`)
  expect(driverCalls.map(({ method, path }) => `${method} /v1${path}`).filter((call) => !known.includes(call))).toEqual(
    [],
  )
})
