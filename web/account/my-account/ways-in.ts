type Providers = { google: boolean; oidc?: { name: string; label: string }[] } | undefined

/** The name of an outside provider as people know it. */
export function nameOfProvider(provider: string, providers: Providers): string {
  if (provider === 'google') return 'Google'
  return providers?.oidc?.find(({ name }) => name === provider)?.label ?? provider
}

/** Identities in the order that people look for them: the address first. */
export function waysIn<T extends { provider: string }>(identities: readonly T[]): T[] {
  return identities.toSorted((a, b) => Number(b.provider === 'email') - Number(a.provider === 'email'))
}

/** Providers of this server that the account has not linked yet. */
export function linkable(providers: Providers, identities: readonly { provider: string }[]) {
  const all = [...(providers?.google ? [{ name: 'google', label: 'Google' }] : []), ...(providers?.oidc ?? [])]
  return all.filter(({ name }) => !identities.some(({ provider }) => provider === name))
}
