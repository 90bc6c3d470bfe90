import { expect, test } from 'vitest'
import { openedIn } from './use-message-address.ts'

test('an address opens the messages of a driver, of the driver whom its page shows, or all', () => {
  const opened = (query: string) => openedIn(new URLSearchParams(query))
  expect(opened('message=b')).toBe('b')
  expect(opened('driver=b&message=1')).toBe('b')
  expect(opened('message=1')).toBe('all')
  expect(opened('driver=b')).toBeUndefined()
})
