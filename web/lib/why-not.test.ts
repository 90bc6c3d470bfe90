import { expect, test } from 'vitest'
import { whyNot } from './why-not.ts'

test('a reason names who may do it, and an owner to ask', () => {
  expect(whyNot(['manage_workspace'], 'change these settings', { owner_name: 'Budi' })).toBe(
    'Only owners and admins can change these settings. Ask Budi.',
  )
  expect(whyNot(['see_operations', 'work_own_route'], 'see this', { owner_name: null })).toBe(
    'Only owners, admins, dispatchers, drivers, and viewers can see this.',
  )
})
