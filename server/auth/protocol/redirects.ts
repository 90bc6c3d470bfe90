import type { AuthSettings } from '../settings.ts'

type Settings = Pick<AuthSettings, 'siteUrl' | 'redirectAllowList'>

const maxLength = 2048

/**
 * Where to send a person: the first of the wanted addresses that is allowed, or else the site. A forbidden address is not
 * an error, so that nobody can find out which ones are allowed.
 */
export function chooseRedirect(settings: Settings, ...wanted: (string | undefined)[]): string {
  return wanted.find((each) => each && isAllowedRedirect(settings, each)) ?? settings.siteUrl
}

/**
 * Allows the site's own pages and what a glob of the allow list matches completely, except for the fragment. Addresses
 * that parsers disagree about are never allowed: user info, backslashes, control characters, odd spellings of IPs.
 */
export function isAllowedRedirect({ siteUrl, redirectAllowList }: Settings, wanted: string): boolean {
  if (wanted.length > maxLength || /[\\\s\u0000-\u001f\u007f]/.test(wanted)) return false
  const url = URL.parse(wanted)
  if (!url || url.username || url.password || /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*@/i.test(wanted)) return false
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  if (isWeb && !/^https?:\/\//i.test(wanted)) return false
  if (/^(javascript|data|vbscript|file|blob|about):$/.test(url.protocol)) return false
  if (isWeb && isOddHost(wanted, url)) return false
  if (isWeb && isSameSite(url, new URL(siteUrl))) return true
  const withoutFragment = wanted.split('#')[0]!
  return redirectAllowList.some((glob) => matchesGlob(glob, withoutFragment))
}

/** The port of a loopback address does not matter: development servers pick their own. */
function isSameSite(url: URL, site: URL): boolean {
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  return url.protocol === site.protocol && url.hostname === site.hostname && (isLoopback || url.port === site.port)
}

/** An unusual spelling of an IP address, such as 2130706433 or 0x7f.1 for 127.0.0.1. Parsers disagree about those. */
function isOddHost(wanted: string, url: URL): boolean {
  const written = /^https?:\/\/([^/?#:]*|\[[^\]]*\])/i.exec(wanted)?.[1]?.toLowerCase() ?? ''
  return /^\d+(\.\d+){3}$/.test(url.hostname) && written !== url.hostname
}

const compiled = new Map<string, RegExp>()

/** `*` and `?` stay within a segment, `**` crosses segments. Segments end at `.` and `/`. `[a-z]` and `{a,b}` work too. */
export function matchesGlob(glob: string, text: string): boolean {
  let pattern = compiled.get(glob)
  if (!pattern) {
    pattern = toPattern(glob)
    compiled.set(glob, pattern)
  }
  return pattern.test(text)
}

function toPattern(glob: string): RegExp {
  let depth = 0
  const parts = glob.match(/\*\*|\[!?[^\]]+\]|\\.|[\s\S]/g) ?? []
  const source = parts.map((part) => {
    if (part === '**') return '.*'
    if (part === '*') return '[^./]*'
    if (part === '?') return '[^./]'
    if (part.length > 1 && part.startsWith('[')) return part.replace(/^\[!/, '[^').replaceAll('\\', '\\\\')
    if (part === '{') {
      depth++
      return '(?:'
    }
    if (part === '}' && depth > 0) {
      depth--
      return ')'
    }
    if (part === ',' && depth > 0) return '|'
    return (part.length > 1 ? part.slice(1) : part).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${source.join('')}${')'.repeat(depth)}$`)
}

/** Adds parameters to the address's query or fragment. Existing ones in the query stay. */
export function withMembers(address: string, members: Record<string, string>, where: 'query' | 'fragment'): string {
  const text = new URLSearchParams(members).toString()
  const [before = '', fragment] = address.split(/#(.*)/s)
  if (where === 'fragment') return `${before}#${text}`
  return `${before}${before.includes('?') ? '&' : '?'}${text}${fragment ? `#${fragment}` : ''}`
}

/** The address in a form that fits into a header. */
export const asHeader = (address: string) =>
  address.toWellFormed().replace(/[^\u0021-\u007e]/gu, (character) => encodeURIComponent(character))
