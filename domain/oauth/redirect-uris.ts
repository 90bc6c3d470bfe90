/** Schemes that a browser would run, read or send with, rather than hand to an app. */
const unsafe =
  /^(javascript|data|vbscript|file|blob|about|ftp|ws|wss|mailto|tel|sms|view-source|filesystem|intent|chrome|ms-[\w-]+)$/

type Uri = { scheme: string; host: string; port: string; rest: string }

/** The parts of an address, if every parser agrees about them. A private scheme may have no host. */
function partsOf(uri: string): Uri | undefined {
  if (/[\\\s\u0000-\u0020\u007f-\uffff*"'<>`{}|^]/.test(uri)) return undefined
  const [, scheme, authority, rest] = /^([a-z][a-z0-9+.-]*):(?:\/\/([^/?#]*))?([^#]*)$/.exec(uri) ?? []
  if (scheme === undefined || authority?.includes('@')) return undefined
  const [, host, port] = /^([a-z0-9.-]*|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i.exec(authority ?? '') ?? []
  if (host === undefined) return undefined
  return { scheme, host: host.toLowerCase(), port: port ?? '', rest: rest ?? '' }
}

/** A name with a dot, or one of four numbers. Other spellings of numbers are read differently by different programs. */
const isHost = (host: string) =>
  /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?$/.test(host) ||
  /^\d{1,3}(\.\d{1,3}){3}$/.test(host) ||
  /^\[[0-9a-f:.]+\]$/.test(host)

const isLoopback = (host: string) => /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/.test(host)

export const longestUri = 2000

/** Whether it is an address on the web that begins with `https://`. */
export function isWebAddress(uri: string): boolean {
  const parts = uri.length <= longestUri ? partsOf(uri) : undefined
  return parts?.scheme === 'https' && isHost(parts.host)
}

/**
 * Why an app may not send people back to this address; null if it may. Allowed are `https:`, `http:` on the person's own
 * machine, and schemes of an app of its own (RFC 8252).
 */
export function problemOfRedirect(uri: string): string | null {
  if (uri.length > longestUri) return `At most ${longestUri} characters.`
  if (uri.includes('#')) return 'A redirect address has no fragment (#…).'
  const parts = partsOf(uri)
  if (!parts) return 'Enter an address like https://app.example.com/callback.'
  const { scheme, host, rest } = parts
  if (unsafe.test(scheme)) return `Addresses that begin with ${scheme}: are not safe to send people to.`
  if (scheme === 'http') return isLoopback(host) ? null : 'Use https:. Only localhost may do without.'
  if (scheme === 'https') {
    return isHost(host) || isLoopback(host) ? null : 'Enter an address like https://app.example.com/callback.'
  }
  return host || rest.length > 1 ? null : 'Enter an address like com.example.app:/callback.'
}

/**
 * Whether a registered address is the one that an app asks for: exactly, except that a program on the person's own machine
 * may listen on any port (RFC 8252, section 7.3).
 */
export function isSameRedirect(registered: string, asked: string): boolean {
  if (registered === asked) return true
  const [one, other] = [partsOf(registered), partsOf(asked)]
  if (!one || !other || one.scheme !== 'http' || !isLoopback(one.host)) return false
  return one.scheme === other.scheme && one.host === other.host && one.rest === other.rest
}
