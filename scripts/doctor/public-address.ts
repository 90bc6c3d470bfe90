import { createConnection } from 'node:net'
import { once } from 'node:events'
import type { Config } from '#server/config.ts'
import { about, isAboutCertificate, reasonOf, type Finding } from './finding.ts'

const patienceMs = 10_000
const mostSkewMs = 30_000

/** Whether Karta runs at its own address, and whether the address that people open leads to it. */
export async function checkAddress({ publicUrl, host, port }: Config): Promise<Finding[]> {
  const { right, warning, wrong } = about('Public address')
  const { protocol, hostname } = new URL(publicUrl)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (!(await listens(host, port)))
    return [right(`${publicUrl}, once Karta runs; it does not listen on port ${port} now`)]
  const findings: Finding[] = []
  if (protocol === 'http:' && !isHere)
    findings.push(
      warning(
        `${publicUrl} is not encrypted`,
        'set TLS_CERT and TLS_KEY, or put a proxy with a certificate in front, and set PUBLIC_URL to https://…',
      ),
    )
  try {
    const reply = await fetch(`${publicUrl}/app-config.json`, { signal: AbortSignal.timeout(patienceMs) })
    const said = reply.ok
      ? ((await reply.json().catch(() => undefined)) as { public_url?: string } | undefined)
      : undefined
    if (!said)
      return [...findings, wrong(`${publicUrl} answers, but not as Karta`, `let the proxy pass on to port ${port}`)]
    if (said.public_url !== publicUrl)
      return [
        ...findings,
        wrong(`the running Karta believes to be ${said.public_url}`, 'start it again with this PUBLIC_URL'),
      ]
    findings.push(right(`${publicUrl} leads to Karta`), ...(await checkSockets(publicUrl)))
    return [...findings, ...skewOf(reply.headers.get('date'))]
  } catch (error) {
    const fix = isAboutCertificate(error)
      ? 'use a certificate for this name with its whole chain; if the authority is your own, name its certificate in NODE_EXTRA_CA_CERTS, and install it on every phone'
      : `let it lead to port ${port} of this machine`
    return [...findings, wrong(`${publicUrl}: ${reasonOf(error)}`, fix)]
  }
}

/** Proxies often stop what is not a plain request. A refusal in our own words shows that ours was passed on. */
async function checkSockets(publicUrl: string): Promise<Finding[]> {
  const { right, wrong } = about('Live updates')
  const address = `${publicUrl.replace(/^http/, 'ws')}/realtime/v1/websocket?vsn=2.0.0`
  const config = (await (await fetch(`${publicUrl}/app-config.json`)).json()) as { publishable_key: string }
  const socket = new WebSocket(`${address}&apikey=${encodeURIComponent(config.publishable_key)}`)
  const opened = await Promise.race([
    once(socket, 'open').then(() => true),
    once(socket, 'close').then(() => false),
    new Promise<boolean>((resolve) => setTimeout(resolve, patienceMs, false).unref()),
  ]).catch(() => false)
  socket.close()
  if (opened) return [right('sockets open at the public address')]
  return [
    wrong('sockets do not open at the public address', 'let the proxy pass on the headers Upgrade and Connection'),
  ]
}

async function listens(host: string, port: number): Promise<boolean> {
  const there = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  const socket = createConnection({ host: there, port })
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Compares with the clock of whatever answers at the public address. */
function skewOf(date: string | null): Finding[] {
  if (!date || Math.abs(Date.parse(date) - Date.now()) < mostSkewMs) return []
  return [about('Clock').warning(`the public address answers with another time, ${date}`, 'set the clocks by NTP')]
}
