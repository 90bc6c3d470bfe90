import { createHmac, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto'
import { approvalPage, type Received, type Reply } from './double-server.ts'
import { startFakeStore, type FakeStore } from './fake-store/frame.ts'
import { wixPersonality } from './fake-store/wix/personality.ts'

type Behavior = { mood: 'well' | 'down'; siteName: string | undefined }

export type WixDouble = FakeStore & {
  /** Set as WIX_PUBLIC_KEY. */
  publicKey: string
  privateKey: KeyObject
  /** Which site webhooks and questions are about: the last one that installed the app. */
  site(): string
  /** No site has the app any more. */
  revoke(): void
  behave(change: Partial<Behavior>): void
  /** Installs the app on a new site and gives its signed instance, as in the callback. Who approves installs it on the same site again. */
  install(change?: Record<string, unknown>): { instanceId: string; signedInstance: string }
}

/** Wix on this machine: a site with pages, installation, tokens, and the API. */
export async function startWixDouble(
  app: { appId: string; appSecret: string },
  now: () => Date,
  port?: number,
): Promise<WixDouble> {
  const is: Behavior = { mood: 'well', siteName: 'My Wix site' }
  const installed = new Set<string>()
  const tokens = new Set<string>()
  let site = ''
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

  const install = (change: Record<string, unknown> = {}, instanceId: string = randomUUID()) => {
    installed.add(instanceId)
    site = instanceId
    const instance = { instanceId, appDefId: app.appId, signDate: now().toISOString(), ...change }
    const payload = Buffer.from(JSON.stringify(instance)).toString('base64url')
    const signature = createHmac('sha256', app.appSecret).update(payload).digest('base64url')
    return { instanceId, signedInstance: `${signature}.${payload}` }
  }
  const askForApproval = (given: URLSearchParams): Reply => {
    const back = (parameters: Record<string, string>) => {
      const url = new URL(given.get('postInstallationUrl') ?? '')
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      return url
    }
    return approvalPage('My Wix site', {
      'Agree & Add': back(install({}, site || undefined)),
      Cancel: back({ error: 'access_denied' }),
    })
  }
  const giveToken = ({ body }: Received): Reply => {
    const given = JSON.parse(body) as Record<string, unknown>
    const isRight = given.client_id === app.appId && given.client_secret === app.appSecret
    if (!isRight || !installed.has(String(given.instance_id))) return { status: 403, body: { message: 'forbidden' } }
    const token = `OauthNG.JWS.${randomUUID()}`
    tokens.add(token)
    return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: 14400 } }
  }
  const describeSite = ({ headers }: Received): Reply => {
    if (!tokens.has(headers.authorization ?? '') || !is.siteName) return { status: 403, body: { message: 'forbidden' } }
    return { status: 200, body: { site: { siteDisplayName: is.siteName } } }
  }

  const letIn = (call: Received): Reply | undefined => {
    if (is.mood === 'down') return { status: 500, body: 'Internal server error' }
    if (call.url.pathname === '/app-installer') return askForApproval(call.url.searchParams)
    if (call.url.pathname === '/oauth2/token' && call.method === 'POST') return giveToken(call)
    return call.url.pathname === '/apps/v1/instance' ? describeSite(call) : undefined
  }
  const personality = wixPersonality({
    appId: app.appId,
    privateKey,
    site: () => site,
    isAdmitted: (token) => tokens.has(token),
    letIn,
  })
  const store = await startFakeStore(personality, { now, port })
  return {
    ...store,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    privateKey,
    site: () => site,
    revoke() {
      installed.clear()
      tokens.clear()
    },
    install,
    behave: (change) => void Object.assign(is, change),
  }
}
