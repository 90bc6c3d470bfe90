import type { AppScope } from '#domain/oauth/scopes.ts'

/** What each scope lets an app do, as something that it may. */
export const appMay: Record<AppScope, string> = {
  read: 'See everything you see: deliveries, plans, drivers, vehicles, depots and addresses',
  deliveries: 'Add, change and cancel deliveries',
  planning: 'Plan, optimize and dispatch routes, and change drivers, vehicles and depots',
  tracking: 'See where deliveries and drivers are',
  temperatures: 'Send what sensors and loggers read',
  openid: 'Know who you are',
  profile: 'See your name',
  email: 'See your email address',
}

const short: Record<AppScope, string> = {
  read: 'Read',
  deliveries: 'Deliveries',
  planning: 'Planning',
  tracking: 'Tracking',
  temperatures: 'Send temperatures',
  openid: 'Who you are',
  profile: 'Name',
  email: 'Email address',
}

/** What an app may do, in short. */
export const scopesInShort = (scopes: readonly AppScope[]) => scopes.map((scope) => short[scope]).join(', ')

/** The site that an address belongs to, or the program that opens it. */
export function siteOf(uri: string): string {
  const url = URL.parse(uri)
  if (!url) return uri
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.host : `a program on your device (${url.protocol})`
}
