import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { ShopSettings } from '../config.ts'
import { askShop } from './ask-shop.ts'
import { ShopError } from './shop-error.ts'

type Settings = NonNullable<ShopSettings['wix']>

/** The site. Whenever a token for it is needed, we ask for one with the app's own secret. */
export type WixCredentials = { instance_id: string }

/** How old a signed instance may be. Wix makes it when it sends the browser back. */
const maxAgeMs = 15 * 60_000

const Instance = z.object({
  instanceId: z.uuid(),
  appDefId: z.string().optional(),
  signDate: z.iso.datetime({ offset: true }).optional(),
})
const Token = z.object({ access_token: z.string().min(1) })
const Site = z.object({ site: z.object({ siteDisplayName: z.string().min(1).max(200) }) })

/** The page that asks the site's owner to install Karta. Wix keeps the callback's query, and with it the state. */
export function wixApprovalUrl(settings: Settings, state: string, callbackUrl: string): string {
  const query = new URLSearchParams({
    appId: settings.appId,
    postInstallationUrl: `${callbackUrl}?${new URLSearchParams({ state })}`,
    ...(settings.shareUrlId && { shareUrlId: settings.shareUrlId }),
  })
  return `${settings.installerUrl}?${query}`
}

/**
 * The site that Wix vouches for, or undefined. An instance id without Wix's signature proves nothing: it is no secret,
 * and with it our app's secret would open anybody's site.
 */
export function readSignedInstance(settings: Settings, signed: string, now: Date): string | undefined {
  const [signature = '', payload = ''] = signed.split('.')
  const wanted = createHmac('sha256', settings.appSecret).update(payload).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined
  const instance = Instance.safeParse(readJson(payload))
  if (!instance.success) return undefined
  const { instanceId, appDefId, signDate } = instance.data
  if (appDefId !== undefined && appDefId !== settings.appId) return undefined
  if (signDate !== undefined && Math.abs(now.getTime() - Date.parse(signDate)) > maxAgeMs) return undefined
  return instanceId
}

/**
 * Gets a token for the site, which proves that the app is installed there, and asks for the site's name.
 * @throws ShopError
 */
export async function checkWixSite(
  settings: Settings,
  instanceId: string,
): Promise<{ credentials: WixCredentials; shop: string }> {
  const { status, json } = await askShop({
    method: 'POST',
    url: new URL(`${settings.apiUrl}/oauth2/token`),
    body: {
      grant_type: 'client_credentials',
      client_id: settings.appId,
      client_secret: settings.appSecret,
      instance_id: instanceId,
    },
    publicOnly: false,
  })
  const token = status === 200 ? Token.safeParse(json) : undefined
  if (!token?.success) throw new ShopError('keys_refused')
  const site = await askShop({
    method: 'GET',
    url: new URL(`${settings.apiUrl}/apps/v1/instance`),
    headers: { authorization: token.data.access_token },
    publicOnly: false,
  })
  // An app that may not read its own installation is still installed. The site then goes by its id.
  const named = site.status === 200 ? Site.safeParse(site.json) : undefined
  return { credentials: { instance_id: instanceId }, shop: named?.data?.site.siteDisplayName ?? instanceId }
}

function readJson(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString())
  } catch {
    return undefined
  }
}
