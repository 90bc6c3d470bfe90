import { appConfig } from '#web/lib/app-config.ts'

/** The name of an outside provider as people read it: the operator's own word for it, `acme_id` as `Acme id`. */
export function nameOfProvider(provider: string): string {
  const words = provider.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type Providers = { google: boolean; oidc: string[]; linking: boolean } | undefined

/** Identities in the order that people look for them: the address first. */
export function waysIn<T extends { provider: string }>(identities: readonly T[]): T[] {
  return identities.toSorted((a, b) => Number(b.provider === 'email') - Number(a.provider === 'email'))
}

/** Providers of this server that the account has not linked yet, where people may link them themselves. */
export function linkable(providers: Providers, identities: readonly { provider: string }[]): string[] {
  if (!providers?.linking) return []
  const all = [...(providers.google ? ['google'] : []), ...providers.oidc]
  return all.filter((name) => !identities.some(({ provider }) => provider === name))
}

/** Whether this browser and this server take passkeys. */
export function takesPasskeys(): boolean {
  return appConfig()?.providers.passkeys === true && 'PublicKeyCredential' in window
}
