import { expect, test } from 'vitest'
import { may, type Role } from '#domain/permissions.ts'
import { allowed, matching, pageCommands, workCommands } from './commands.tsx'

const work = workCommands('2026-11-22', [
  { day: '2026-11-23', pending: 58 },
  { day: '2026-11-26', pending: 3 },
  { day: '2026-11-27', pending: 0 },
])
const labels = (typed: string) => matching([...pageCommands, ...work], typed).map(({ label }) => label)

test('a command is found by any words of its label, its description or what else it is called', () => {
  expect(labels('add dri')).toEqual(['Add driver'])
  expect(labels('DRIVER add')).toEqual(['Add driver'])
  expect(labels('csv')).toEqual(['Import deliveries'])
  expect(labels('password')).toEqual(['My Account'])
  expect(labels('nothing like it')).toEqual([])
})

test('commands that start with the text come first', () => {
  expect(labels('deliveries')[0]).toBe('Deliveries')
  expect(labels('plan')[0]).toBe('Planning')
})

test('each later day with deliveries to plan has its own command', () => {
  const plans = work.filter(({ label }) => label.startsWith('Plan '))
  expect(plans.map(({ href }) => href?.slice(-10))).toEqual(['2026-11-22', '2026-11-23', '2026-11-26'])
  expect(plans.map(({ description }) => description)).toEqual([
    undefined,
    '58 deliveries to plan',
    '3 deliveries to plan',
  ])
})

test('only what the role allows is offered', () => {
  const offered = (role: Role) =>
    allowed([...pageCommands, ...work], (action) => may(role, action)).map(({ label }) => label)
  expect(offered('driver')).toEqual(['My route', 'Team', 'My Account', 'API documentation'])
  expect(offered('client')).toEqual([
    'Deliveries',
    'Pickup places',
    'Invoices',
    'Team',
    'My Account',
    'API documentation',
    'Deliveries of today',
    'Add delivery',
    'Import deliveries',
  ])
  expect(offered('viewer')).toContain('Planning')
  expect(offered('viewer').filter((label) => /^(Add |Import|Plan |API keys|Integrations)/.test(label))).toEqual([])
})
