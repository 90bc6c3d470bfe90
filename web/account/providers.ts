import { appConfig } from '#web/lib/app-config.ts'

/** The readable name of an outside provider, from the operator's own id: `acme_id` becomes `Acme id`. */
export function nameOfProvider(provider: string): string {
  const words = provider.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type Providers = { google: boolean; oidc: string[]; linking: boolean } | undefined

/** Identities in the order people look for them: the email address first. */
export function waysIn<T extends { provider: string }>(identities: readonly T[]): T[] {
  return identities.toSorted((a, b) => Number(b.provider === 'email') - Number(a.provider === 'email'))
}

/** The server's providers that the account has not linked yet. Empty if people may not link them. */
export function linkable(providers: Providers, identities: readonly { provider: string }[]): string[] {
  if (!providers?.linking) return []
  const all = [...(providers.google ? ['google'] : []), ...providers.oidc]
  return all.filter((name) => !identities.some(({ provider }) => provider === name))
}

/** Whether this browser and this server support passkeys. */
export function takesPasskeys(): boolean {
  return appConfig()?.providers.passkeys === true && 'PublicKeyCredential' in window
}
