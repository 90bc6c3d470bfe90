import { createTransport } from 'nodemailer'
import type { Config } from '#server/config.ts'
import { checkMapFile } from '#server/http/map-file.ts'
import type { Profile } from '#domain/travel/profiles.ts'
import { openGeocoder } from '#server/outside/geocoder/geocoder.ts'
import { connectionOf } from '#server/outside/smtp-url.ts'
import { openTravelEngine } from '#server/outside/travel/engine.ts'
import type { Block } from '#server/outside/travel/measure.ts'
import { TravelUnavailable } from '#server/outside/travel/unavailable.ts'
import { about, reasonOf, type Finding } from './finding.ts'

const patienceMs = 10_000
const patiently = () => ({ signal: AbortSignal.timeout(patienceMs), redirect: 'error' as const })

/** Whether the mail server takes our user and password. It sends nothing. */
export async function checkMail({ smtpUrl, mailFrom, publicUrl }: Config): Promise<Finding[]> {
  const { right, warning, wrong } = about('Mail')
  if (!smtpUrl) {
    const says = 'no mail server: mail is kept, and sign-up needs no confirmation'
    return [
      isHere(publicUrl) ? right(says) : warning(says, 'set SMTP_URL, since people open Karta from other machines'),
    ]
  }
  const settings = connectionOf(smtpUrl)
  const transport = createTransport({ ...settings, connectionTimeout: patienceMs, greetingTimeout: patienceMs })
  const where = `${settings.host}:${settings.port}`
  try {
    await transport.verify()
    return [right(`${where} accepts the connection; mail comes from ${mailFrom.address}`)]
  } catch (error) {
    const isRefused = (error as { code?: string }).code === 'EAUTH'
    const why = isRefused ? 'it refuses the user or password' : reasonOf(error)
    return [wrong(`${where}: ${why}`, `correct ${isRefused ? 'the user and password in ' : ''}SMTP_URL`)]
  } finally {
    transport.close()
  }
}

/** Whether the provider knows the account. It sends nothing. */
export async function checkSms({ sms }: Config): Promise<Finding[]> {
  const { right, wrong } = about('SMS')
  if (!sms) return [right('no provider: texts are off')]
  // There is nothing that a gateway of any kind could be asked without sending a text.
  if (!('accountSid' in sms)) return [right(`texts go to ${new URL(sms.url).host}`)]
  const authorization = `Basic ${Buffer.from(`${sms.accountSid}:${sms.authToken}`).toString('base64')}`
  const address = `${sms.url}/2010-04-01/Accounts/${encodeURIComponent(sms.accountSid)}.json`
  try {
    const { status } = await fetch(address, { ...patiently(), headers: { authorization } })
    const { host } = new URL(sms.url)
    if (status === 401 || status === 403)
      return [wrong(`${host} refuses the account`, 'correct SMS_ACCOUNT_SID and SMS_AUTH_TOKEN')]
    if (status === 404) return [wrong(`${host} does not know the account`, 'correct SMS_ACCOUNT_SID or SMS_API_URL')]
    if (status !== 200) return [wrong(`${host} answers with status ${status}`, 'try again, or ask the provider')]
    return [right(`${host} knows the account; texts come from ${sms.from}`)]
  } catch (error) {
    return [wrong(`the provider: ${reasonOf(error)}`, 'correct SMS_API_URL, or let this machine reach it')]
  }
}

/** Asks the geocoder for one place. */
export async function checkGeocoder({ geocoder }: Config): Promise<Finding[]> {
  const { right, wrong } = about('Geocoder')
  if (!geocoder) return [right('none: positions come from orders, the address book and people')]
  try {
    const hits = await openGeocoder(geocoder, { now: () => new Date() }).search('Main Street 1', { maxWaitMs: 5000 })
    return [right(`${geocoder.kind} answers, with ${hits.length} places for a trial`)]
  } catch (error) {
    return [wrong(`${geocoder.kind}: ${reasonOf(error)}`, 'correct GEOCODER_URL and GEOCODER_KIND')]
  }
}

/** Asks the routing engine for the travel time between two places in Jakarta, which any map may lack. */
export async function checkRouting({ routing }: Config): Promise<Finding[]> {
  const { right, warning, wrong } = about('Routing')
  if (!routing) return [right("no routing engine: straight lines at each workspace's speed, calculated here")]
  const engine = openTravelEngine(routing, { now: () => new Date() })
  const ask = async (profile: Profile): Promise<Finding> => {
    let isMeasured = false
    const places = [
      [106.8272, -6.1754],
      [106.8456, -6.2088],
    ] as const
    const note = ({ table }: Block) => (isMeasured ||= table.seconds.some((seconds) => seconds > 0))
    try {
      const question = { profile, origins: places, destinations: places }
      await engine.measure(question, note, AbortSignal.timeout(patienceMs))
      return right(`${engine.name} answers for a ${profile}${isMeasured ? '' : '; its map has no roads in Jakarta'}`)
    } catch (error) {
      const isOptional = error instanceof TravelUnavailable && error.why === 'no profile'
      if (isOptional) return warning(`${engine.name} knows no ${profile}s`, `nothing: ${profile}s are timed as cars`)
      return wrong(reasonOf(error), 'correct ROUTING_URL, ROUTING_ENGINE and ROUTING_KEY, or let this machine reach it')
    }
  }
  return Promise.all(engine.profiles.map(ask))
}

/** Loads one tile, or opens the map file. */
export async function checkTiles({ tileUrl, mapFile }: Config): Promise<Finding[]> {
  const { right, warning, wrong } = about('Map')
  if (mapFile && 'path' in mapFile) {
    try {
      await checkMapFile(mapFile.path)
      return [right(`${mapFile.path} is a map`)]
    } catch (error) {
      return [wrong(reasonOf(error), 'correct MAP_FILE')]
    }
  }
  if (!mapFile && !tileUrl) return [right('no tiles: coasts, borders and names come with Karta')]
  const address = mapFile ? mapFile.url : tileUrl.replace('{z}', '0').replace('{x}', '0').replace('{y}', '0')
  const setting = mapFile ? 'MAP_FILE' : 'TILE_URL'
  if (address.startsWith('/')) return [right(`${setting} is served at Karta's own address`)]
  try {
    const headers = new Headers({ 'user-agent': 'Karta doctor' })
    // A map file may have gigabytes.
    if (mapFile) headers.set('range', 'bytes=0-6')
    const reply = await fetch(address, { ...patiently(), headers })
    await reply.body?.cancel()
    const { host } = new URL(address)
    if (reply.ok) return [right(`${host} answers`)]
    return [warning(`${host} answers with status ${reply.status}`, `correct ${setting}, or set TILE_URL=none`)]
  } catch (error) {
    return [
      warning(
        `this machine does not reach ${new URL(address).host}: ${reasonOf(error)}`,
        `nothing, if browsers reach it; otherwise correct ${setting}, or set TILE_URL=none`,
      ),
    ]
  }
}

/** Reads what each outside sign-in provider says about itself. */
export async function checkProviders({ auth }: Config): Promise<Finding[]> {
  const { right, wrong } = about('Sign-in')
  if (auth.providers.size === 0) return [right('no outside providers: email and password only')]
  return Promise.all(
    [...auth.providers.values()].map(async ({ name, issuer }) => {
      const fix = `correct the settings of ${name}, or let this machine reach ${issuer}`
      try {
        const reply = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, patiently())
        const said = reply.ok ? ((await reply.json()) as { issuer?: unknown }).issuer : undefined
        return said === issuer
          ? right(`${name} answers as ${issuer}`)
          : wrong(`${issuer} does not answer as itself`, fix)
      } catch (error) {
        return wrong(`${name}: ${reasonOf(error)}`, fix)
      }
    }),
  )
}

const isHere = (address: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname)
