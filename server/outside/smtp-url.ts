import { isIPv4 } from 'node:net'

/** Where and how to connect. A password goes over an encrypted connection only, unless it stays on this machine. */
export function connectionOf(smtpUrl: string) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const secure = protocol === 'smtps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const isHere = host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
  return {
    host,
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    requireTLS: !secure && username !== '' && !isHere,
    // A mail server on this machine usually has a certificate that it signed itself.
    tls: { rejectUnauthorized: !isHere },
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  }
}
