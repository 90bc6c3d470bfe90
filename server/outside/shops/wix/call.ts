import { z } from 'zod'
import type { WixCredentials } from '../../wix.ts'
import { callShop, type ShopAnswer } from '../call-shop.ts'
import type { OpenStore } from '../platform.ts'
import { ShopCallError } from '../shop-call-error.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
type Token = { value: string; until: number }

/** Tokens are renewed when they have less than this left. */
const renewBeforeMs = 5 * 60_000

/** One for each site. Anybody with our app's secret can get another, so they are not stored. */
const tokens = new Map<string, Token>()

/**
 * Calls Wix for a site. Undefined if what was asked for is not there. A token that ended early is renewed once.
 * @throws ShopCallError
 */
export async function callWix(
  store: OpenStore,
  method: Method,
  path: string,
  body?: object,
): Promise<ShopAnswer | undefined> {
  const wix = wixOf(store)
  for (let attempt = 1; ; attempt++) {
    const authorization = await tokenFor(store)
    const answer = await callShop(
      {
        method,
        url: new URL(wix.apiUrl + path),
        headers: { authorization },
        ...(body && { body }),
        publicOnly: false,
      },
      { also: [401, 404] },
    )
    if (answer.status === 404) return undefined
    if (answer.status !== 401) return answer
    tokens.delete(store.key)
    if (attempt === 2) throw new ShopCallError('access_lost')
  }
}

const Answer = z.object({ access_token: z.string().min(1), expires_in: z.number().catch(14_400) })

async function tokenFor(store: OpenStore): Promise<string> {
  const known = tokens.get(store.key)
  if (known && known.until - renewBeforeMs > store.now.getTime()) return known.value
  const wix = wixOf(store)
  const { json, status } = await callShop(
    {
      method: 'POST',
      url: new URL(`${wix.apiUrl}/oauth2/token`),
      body: {
        grant_type: 'client_credentials',
        client_id: wix.appId,
        client_secret: wix.appSecret,
        instance_id: (store.credentials as WixCredentials).instance_id,
      },
      publicOnly: false,
    },
    { also: [400, 401, 403] },
  )
  // A site that removed the app gets no tokens any more.
  if (status !== 200) throw new ShopCallError('access_lost')
  const { access_token: value, expires_in } = readAnswer(Answer, { json })
  tokens.set(store.key, { value, until: store.now.getTime() + expires_in * 1000 })
  return value
}

function wixOf({ settings }: OpenStore) {
  if (!settings.wix) throw new ShopCallError('access_lost')
  return settings.wix
}

/** The value of an answer, read by its schema. @throws ShopCallError `not_understood`, `gone` if there was none */
export function readAnswer<T extends z.ZodType>(schema: T, answer: { json: unknown } | undefined): z.output<T> {
  if (!answer) throw new ShopCallError('gone')
  const read = schema.safeParse(answer.json)
  if (!read.success) throw new ShopCallError('not_understood')
  return read.data
}
