import { afterEach, expect, test, vi } from 'vitest'
import { pushHere, pushSupport } from './push.ts'

const own = { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }

/** A browser that allows notifications, and a server that takes them. */
function double({ permission = 'granted', isReachable = true } = {}) {
  vi.stubGlobal('Notification', { requestPermission: async () => permission })
  let subscribed: { unsubscribe: () => Promise<void>; toJSON: () => typeof own } | null = null
  const made = { unsubscribe: async () => void (subscribed = null), toJSON: () => own, options: {} }
  const pushManager = {
    getSubscription: async () => subscribed,
    subscribe: async () => {
      if (!isReachable) throw new DOMException('no push service', 'AbortError')
      return (subscribed = made)
    },
  }
  const registration = { pushManager } as unknown as ServiceWorkerRegistration
  const kept = new Map<string, string>()
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
  const known = new Set<string>()
  const server = {
    key: async () => '',
    add: async () => {
      const id = `subscription ${known.size}`
      known.add(id)
      return id
    },
    remove: async (id: string) => void known.delete(id),
    has: async (id: string) => known.has(id),
  }
  const inWorkspace = (workspaceId: string) =>
    pushHere({ server, registration: async () => registration, name: 'push', workspaceId, storage })
  return { inWorkspace, registration, known, isSubscribed: () => subscribed !== null }
}

afterEach(() => vi.unstubAllGlobals())

test('notifications are on where browser and server agree, and off in one workspace they stay on in the other', async () => {
  const { inWorkspace, registration, known, isSubscribed } = double()
  const [here, there] = [inWorkspace('a'), inWorkspace('b')]
  expect(await here.id()).toBeNull()
  expect(await here.turnOn(registration)).toBe('on')
  await there.turnOn(registration)
  expect([await here.id(), await there.id()]).toEqual(['subscription 0', 'subscription 1'])
  await here.turnOff()
  expect([await here.id(), await there.id(), isSubscribed()]).toEqual([null, 'subscription 1', true])
  // The push service ended it, and the server forgot it.
  known.clear()
  expect(await there.id()).toBeNull()
  await there.turnOff()
  expect(isSubscribed()).toBe(false)
})

test('a browser that refuses, or whose push service does not answer, is told apart and nothing is kept', async () => {
  for (const [browser, outcome] of [
    [double({ permission: 'denied' }), 'declined'],
    [double({ isReachable: false }), 'unreachable'],
  ] as const) {
    vi.stubGlobal('Notification', { requestPermission: async () => (outcome === 'declined' ? 'denied' : 'granted') })
    expect(await browser.inWorkspace('a').turnOn(browser.registration)).toBe(outcome)
    expect([await browser.inWorkspace('a').id(), browser.known.size]).toEqual([null, 0])
  }
})

test('a page without https has no notifications, and an iPhone has them on its home screen', () => {
  vi.stubGlobal('navigator', { serviceWorker: {}, userAgent: 'Mozilla/5.0 (iPhone)' })
  vi.stubGlobal('window', { isSecureContext: false })
  expect(pushSupport()).toBe('insecure')
  vi.stubGlobal('window', { isSecureContext: true })
  expect(pushSupport()).toBe('home_screen')
  vi.stubGlobal('window', { isSecureContext: true, PushManager: {}, Notification: {} })
  vi.stubGlobal('Notification', { permission: 'denied' })
  expect(pushSupport()).toBe('denied')
})
