/** What a browser gives whoever may send it notifications. */
export type BrowserSubscription = { endpoint: string; keys: { p256dh: string; auth: string } }

/** `home_screen`: on iPhones, only an app on the home screen can. */
export type PushSupport = 'ready' | 'denied' | 'missing' | 'insecure' | 'home_screen'

/** What became of asking: the person did not agree, or the browser’s push service cannot be reached. */
export type PushOutcome = 'on' | 'declined' | 'unreachable'

/** Whether this browser can show notifications. */
export function pushSupport(): PushSupport {
  if (!window.isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return /iPhone|iPad/.test(navigator.userAgent) ? 'home_screen' : 'missing'
  return Notification.permission === 'denied' ? 'denied' : 'ready'
}

/** The server’s side of it: which browsers get notifications. */
export type PushServer = {
  key: () => Promise<string>
  /** @returns the subscription’s id */
  add: (subscription: BrowserSubscription) => Promise<string>
  remove: (id: string) => Promise<void>
  has: (id: string) => Promise<boolean>
}

type Options = {
  server: PushServer
  registration: () => Promise<ServiceWorkerRegistration | undefined>
  /** Where this browser keeps which subscription is its own, by workspace. */
  name: string
  workspaceId: string
  storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

/** Notifications of one workspace in this browser. All workspaces share the browser’s one subscription. */
export function pushHere({ server, registration, name, workspaceId, storage = localStorage }: Options) {
  const ids = () => JSON.parse(storage.getItem(name) ?? '{}') as Record<string, string>
  const keep = (next: Record<string, string>) =>
    Object.keys(next).length ? storage.setItem(name, JSON.stringify(next)) : storage.removeItem(name)
  const subscription = async () => (await (await registration())?.pushManager.getSubscription()) ?? null

  return {
    /** The subscription, as far as browser and server agree that there is one. */
    async id(): Promise<string | null> {
      const id = ids()[workspaceId]
      return id && (await subscription()) && (await server.has(id)) ? id : null
    },
    /** Call it from a press of a button, or browsers refuse. */
    async turnOn(active: ServiceWorkerRegistration): Promise<PushOutcome> {
      if ((await Notification.requestPermission()) !== 'granted') return 'declined'
      const subscribed = await subscribe(active, await server.key())
      if (!subscribed) return 'unreachable'
      keep({ ...ids(), [workspaceId]: await server.add(subscribed) })
      return 'on'
    },
    async turnOff(): Promise<void> {
      const { [workspaceId]: id, ...others } = ids()
      if (id) await server.remove(id)
      keep(others)
      if (Object.keys(others).length === 0) await (await subscription())?.unsubscribe()
    },
  }
}

async function subscribe(
  { pushManager }: ServiceWorkerRegistration,
  publicKey: string,
): Promise<BrowserSubscription | undefined> {
  try {
    const before = await pushManager.getSubscription()
    // One for another key cannot be used, and keeps the browser from making a new one.
    if (before && keyOf(before) !== publicKey) await before.unsubscribe()
    const options = { userVisibleOnly: true, applicationServerKey: publicKey }
    const { endpoint, keys } = (await pushManager.subscribe(options)).toJSON()
    return { endpoint: endpoint!, keys: { p256dh: keys!.p256dh!, auth: keys!.auth! } }
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer())
  const base64 = btoa(String.fromCodePoint(...bytes))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Whoever uses this browser next gets no notifications of whoever signs out. */
export async function forgetPushHere(): Promise<void> {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? []
  await Promise.all(registrations.map(async ({ pushManager }) => (await pushManager?.getSubscription())?.unsubscribe()))
}
