import type { FastifyRequest } from 'fastify'
import { originOf, type Origin } from '../../http/origin.ts'
import type { AuthSettings } from '../settings.ts'
import { chooseRedirect } from './redirects.ts'

/** Where a request comes from, and where the link in the resulting mail leads. */
export type Caller = { origin: Origin; redirectTo: string }

type Settings = Pick<AuthSettings, 'siteUrl' | 'redirectAllowList'>

export const callerOf = (request: FastifyRequest, settings: Settings): Caller => ({
  origin: originOf(request),
  redirectTo: chooseRedirect(settings, ...wantedRedirects(request), request.headers.referer),
})

/** The redirects that the request asks for, in a header or in its query. */
export function wantedRedirects(request: FastifyRequest): (string | undefined)[] {
  const { redirect_to: inQuery } = request.query as { redirect_to?: unknown }
  const { redirect_to: inHeader } = request.headers
  return [inHeader, inQuery].map((wanted) => (typeof wanted === 'string' ? wanted : undefined))
}
