import { actions, keyScopes, may, type KeyScope, type Role } from '../permissions.ts'

/** What an app may learn about the person. The others are what API keys have. */
export const personScopes = ['openid', 'profile', 'email'] as const
export type AppScope = Exclude<KeyScope, 'prescriptions'> | (typeof personScopes)[number]

/** No app reads prescriptions: what a person may see of them is not to be passed on. */
export const accessScopes: readonly AppScope[] = keyScopes.filter((scope) => scope !== 'prescriptions')
export const appScopes: readonly AppScope[] = [...accessScopes, ...personScopes]

/** Asked for by programs that want a refresh token. Every app gets one. */
const ignored = ['offline_access']

/** The scopes that a list separated by spaces names, each once and in one order; undefined if one does not exist. */
export function readScopes(text: string): AppScope[] | undefined {
  const wanted = new Set(text.split(' ').filter((scope) => scope && !ignored.includes(scope)))
  const known = appScopes.filter((scope) => wanted.has(scope))
  return known.length === wanted.size ? known : undefined
}

/** The scopes that let an app do something for somebody with this role, besides asking who they are. */
export function scopesWithin(role: Role, scopes: readonly string[]): KeyScope[] {
  const allows = (scope: KeyScope) =>
    actions.some((action) => action !== 'see_self' && may({ role, scopes: [scope] }, action))
  return keyScopes.filter((scope) => scopes.includes(scope) && allows(scope))
}
