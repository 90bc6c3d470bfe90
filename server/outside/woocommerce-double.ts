import { randomBytes } from 'node:crypto'
import { approvalPage, redirect, type Received, type Reply } from './double-server.ts'
import { startFakeStore, type FakeStore } from './fake-store/frame.ts'
import { wooPersonality, type WooPersonality } from './fake-store/woocommerce/personality.ts'
import { signedUrl } from './shops/woocommerce/oauth.ts'

type Behavior = {
  version: string
  wordpress: string
  /** How it reacts to keys. `no header` is a host that removes the Authorization header. */
  mood: 'well' | 'no header' | 'down' | 'web page' | 'redirect' | 'no shop'
  permissions: string
  /** Whether fulfillments of WooCommerce are on, and the Shipment Tracking extension is there. */
  fulfillments: boolean
  shipmentTracking: boolean
  /** Its addresses have no names: the API goes by `?rest_route=`. */
  isPlain: boolean
}

type Keys = { key_id: number; user_id: string; consumer_key: string; consumer_secret: string; key_permissions: string }

export type WooDouble = FakeStore & {
  personality: WooPersonality
  behave(change: Partial<Behavior>): void
  /** Gives keys as the shop posts them after approval. */
  issueKeys(userId: string): Keys
  /** No keys work any more. */
  revoke(): void
}

/** WooCommerce on this machine: a shop with pages, approval, keys posted to the callback, and the API. */
export async function startWooDouble(now: () => Date, port?: number): Promise<WooDouble> {
  const is: Behavior = {
    version: '10.3.1',
    wordpress: '6.8.2',
    mood: 'well',
    permissions: 'read_write',
    fulfillments: true,
    shipmentTracking: false,
    isPlain: false,
  }
  const issued = new Map<string, string>()

  const issueKeys = (userId: string): Keys => {
    const [key, secret] = [`ck_${randomBytes(20).toString('hex')}`, `cs_${randomBytes(20).toString('hex')}`]
    issued.set(key, secret)
    return {
      key_id: issued.size,
      user_id: userId,
      consumer_key: key,
      consumer_secret: secret,
      key_permissions: is.permissions,
    }
  }

  const approve = async (given: URLSearchParams): Promise<Reply> => {
    const userId = given.get('user_id') ?? ''
    const back = new URL(given.get('return_url') ?? '')
    back.searchParams.set('user_id', userId)
    const allowed = given.get('answer') === 'approve'
    back.searchParams.set('success', allowed ? '1' : '0')
    if (!allowed) return redirect(back)
    const keys = issueKeys(userId)
    const taken = await fetch(given.get('callback_url') ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json;charset=UTF-8' },
      body: JSON.stringify(keys),
    })
    if (taken.ok) return redirect(back)
    issued.delete(keys.consumer_key)
    return {
      status: 401,
      body: 'Error: An error occurred in the request and at the time were unable to send the data.',
    }
  }

  const status = (call: Received): Reply => {
    if (is.mood === 'down') return { status: 503, body: 'Briefly unavailable for scheduled maintenance.' }
    if (is.mood === 'web page') return { status: 200, body: '<h1>My shop</h1>' }
    if (is.mood === 'redirect') return redirect('http://169.254.169.254/latest/meta-data/')
    if (is.mood === 'no shop') return { status: 404, body: { code: 'rest_no_route', message: 'No route was found' } }
    const [key = '', secret] = keysOf(call, is.mood === 'no header')
    if (!issued.has(key) || issued.get(key) !== secret) {
      return {
        status: 401,
        body: { code: 'woocommerce_rest_cannot_view', message: 'Sorry, you cannot list resources.' },
      }
    }
    return { status: 200, body: { environment: { version: is.version, wp_version: is.wordpress } } }
  }

  const letIn = (call: Received) => {
    const { pathname, searchParams } = call.url
    if (pathname.endsWith('/wc-auth/v1/authorize')) {
      if (searchParams.has('answer')) return approve(searchParams)
      const answer = (word: string) => `?${new URLSearchParams([...searchParams, ['answer', word]])}`
      return approvalPage('My WooCommerce shop', { Approve: answer('approve'), Deny: answer('deny') })
    }
    if (pathname.endsWith('/wp-json/wc/v3/system_status')) return status(call)
    return undefined
  }
  const isAdmitted = (call: Received) => {
    const [key = '', secret] = keysOf(call, is.mood === 'no header')
    return issued.has(key) && (secret ? issued.get(key) === secret : isSigned(call, key, issued.get(key)!))
  }
  const personality = wooPersonality({ isAdmitted, letIn, can: () => is })
  const store = await startFakeStore(personality, { now, port })
  return {
    ...store,
    personality,
    issueKeys,
    revoke: () => issued.clear(),
    behave: (change) => void Object.assign(is, change),
  }
}

/** Whether the address was signed with these keys, as it is done where there is no TLS. */
function isSigned({ method, url }: Received, key: string, secret: string): boolean {
  const bare = new URL(url)
  const given = (name: string) => url.searchParams.get(name) ?? ''
  for (const name of url.searchParams.keys()) if (name.startsWith('oauth_')) bare.searchParams.delete(name)
  const signing = { key, secret, nonce: given('oauth_nonce'), seconds: Number(given('oauth_timestamp')) }
  return signedUrl(method, bare, signing).searchParams.get('oauth_signature') === given('oauth_signature')
}

function keysOf({ headers, url }: Received, ignoresHeader: boolean): (string | undefined)[] {
  const [scheme, basic] = headers.authorization?.split(' ') ?? []
  if (scheme === 'Basic' && basic && !ignoresHeader) return Buffer.from(basic, 'base64').toString().split(':')
  const { searchParams: given } = url
  return [
    given.get('consumer_key') ?? given.get('oauth_consumer_key') ?? undefined,
    given.get('consumer_secret') ?? undefined,
  ]
}
