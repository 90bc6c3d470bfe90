/** What a browser gives whoever may send it notifications. */
export type BrowserSubscription = { endpoint: string; keys: { p256dh: string; auth: string } }

export type PushSupport = 'ready' | 'denied' | 'missing'

/** Whether this browser can show notifications. On iPhones, only an app on the home screen can. */
export function pushSupport(): PushSupport {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'missing'
  return Notification.permission === 'denied' ? 'denied' : 'ready'
}

/**
 * Asks for permission and subscribes to notifications. Call it from a press of a button, or browsers refuse.
 * @returns undefined if the person did not agree
 */
export async function subscribeTo(
  registration: ServiceWorkerRegistration,
  publicKey: string,
): Promise<BrowserSubscription | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  const before = await registration.pushManager.getSubscription()
  // One for another key cannot be used, and keeps the browser from making a new one.
  if (before && keyOf(before) !== publicKey) await before.unsubscribe()
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const { endpoint, keys } = (await registration.pushManager.subscribe(options)).toJSON()
  return { endpoint: endpoint!, keys: { p256dh: keys!.p256dh!, auth: keys!.auth! } }
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer())
  const base64 = btoa(String.fromCodePoint(...bytes))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
