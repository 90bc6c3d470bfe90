import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { isLoopbackAddress, isLoopbackHost } from './loopback.ts'

/** A server that people open at another machine's address never shows the mail it kept. */
export const isMailShown = ({ smtpUrl, publicUrl }: Pick<Config, 'smtpUrl' | 'publicUrl'>) =>
  smtpUrl === undefined && isLoopbackHost(new URL(publicUrl).hostname)

/** What proxies add. A program on this machine that calls directly sends none of them. */
const forwarding =
  /^(forwarded|via|x-forwarded(-.+)?|x-real-ip|x-client-ip|x-cluster-client-ip|x-original-.+|true-client-ip|cf-.+|fastly-client-ip|fly-client-ip)$/

/** Why a request shows that Karta can be reached from elsewhere. */
export function signOfProxy(headers: IncomingHttpHeaders): string | undefined {
  const header = Object.keys(headers).find((name) => forwarding.test(name))
  if (header) return `the header ${header}`
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  return isLoopbackHost(host) ? undefined : 'another host name'
}

export type MailGuard = ReturnType<typeof openMailGuard>

/**
 * Decides who may read the kept mail. Mail opens accounts, so from the first request on that came through a proxy or for
 * another host, nobody may until the next start.
 */
export function openMailGuard(token: string, cookieName: string) {
  let isClosed = false
  return {
    /** Looks at a request of any kind. */
    watch(request: FastifyRequest): void {
      if (isClosed) return
      const sign = signOfProxy(request.headers)
      if (sign === undefined) return
      isClosed = true
      request.log.warn(`/dev/messages is closed until the next start, because a request came with ${sign}`)
    },
    /** Whether the page exists for this caller. */
    isOpenTo: (request: FastifyRequest) => !isClosed && isLoopbackAddress(request.socket.remoteAddress ?? ''),
    isToken: (given: string) => timingSafeEqual(digest(given), digest(token)),
    /** The token that the browser was given as a cookie. */
    shown(request: FastifyRequest): string {
      const cookies = (request.headers.cookie ?? '').split(/; */)
      return cookies.find((cookie) => cookie.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1) ?? ''
    },
    /** No script can read it, and no other site's page can make a browser send it. */
    cookie: `${cookieName}=${token}; Path=/dev; HttpOnly; SameSite=Strict`,
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()
