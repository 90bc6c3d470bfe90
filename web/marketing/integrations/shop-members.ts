import * as api from '#domain/api/integrations.ts'
import { getMe } from '#domain/api/workspace.ts'
import type { ConnectionFailure } from '#domain/connection-failures.ts'
import { errors } from '#domain/errors.ts'
import { mayDo } from '#web/lib/me.ts'
import type { Integration, ShopPlatform } from '#domain/schema/integration.ts'
import { call, CallError } from '#web/lib/call.ts'
import { fullSentenceOf } from '#web/lib/sentence-of.ts'
import { isSignedIn } from '#web/lib/session.ts'

/** How a connection stands, as far as a public page needs to know. */
export type ShopStanding = {
  state: 'open' | 'checking' | 'connected'
  shop: string | null
  failure: ConnectionFailure | null
  version: number
}

/** The calls behind a member's connect button; loaded only where somebody is signed in. */
export type ShopMembers = {
  read(platform: ShopPlatform): Promise<ShopStanding>
  start(platform: ShopPlatform, shop: string | undefined): Promise<string>
  confirm(platform: ShopPlatform, attempt: string): Promise<ShopStanding>
  /** Disconnects the shop that was shown, not one that somebody connected since. */
  disconnect(platform: ShopPlatform, version: number): Promise<void>
  sentenceOf(error: unknown): string
}

const unknown: ShopStanding = { state: 'open', shop: null, failure: null, version: 0 }

export const shopMembers: ShopMembers = {
  async read(platform) {
    // A visit to a public page asks nothing that would be refused: the session may be over, the role another one.
    if (!(await isSignedIn()) || !(await mayConnect())) return unknown
    const { data } = await call(api.listIntegrations, {})
    const found = data.find((each) => each.platform === platform)
    return found ? standingOf(found) : unknown
  },
  async start(platform, shop) {
    if (!(await isSignedIn())) throw refusal('not_signed_in')
    if (!(await mayConnect())) throw refusal('not_allowed')
    const body = { return_to: 'page' as const, ...(shop && { shop }) }
    return (await call(api.startConnection, { params: { platform }, body })).url
  },
  async confirm(platform, attempt) {
    if (!(await isSignedIn())) throw refusal('not_signed_in')
    return standingOf(await call(api.confirmConnection, { params: { platform }, body: { attempt } }))
  },
  async disconnect(platform, version) {
    if (!(await isSignedIn())) throw refusal('not_signed_in')
    await call(api.disconnectShop, { params: { platform }, version })
  },
  sentenceOf: fullSentenceOf,
}

async function mayConnect(): Promise<boolean> {
  return mayDo(await call(getMe, {}), 'manage_workspace')
}

function standingOf({ state, step, shop, last_error, version }: Integration): ShopStanding {
  if (state === 'connected') return { state, shop, failure: null, version }
  // Who left the shop without an answer may press the button again.
  return { state: state === 'connecting' && step === 'check' ? 'checking' : 'open', shop, failure: last_error, version }
}

function refusal(code: 'not_signed_in' | 'not_allowed'): CallError {
  return new CallError({ code, title: errors[code].say, status: errors[code].status })
}
