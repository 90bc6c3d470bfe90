import { appConfig } from '#web/lib/app-config.ts'
import { authClient } from '#web/lib/session.ts'
import { nameOfProvider } from '../providers.ts'

/** Leaves for an outside provider, which sends the person back to `next`; resolves to the sentence when that fails. */
export async function signInWithProvider(provider: string, next: string): Promise<string | undefined> {
  const isGoogle = provider === 'google'
  const name = nameOfProvider(provider)
  if (isGoogle && appConfig()?.providers.google === false) {
    return 'Signing in with Google is not set up on this server. Use your email and password.'
  }
  try {
    const { auth } = await authClient()
    const { error } = await auth.signInWithOAuth({
      // The client knows the hosted service's names; a server of one's own may have others.
      provider: provider as 'google',
      options: {
        redirectTo: `${window.location.origin}${next}`,
        ...(isGoogle && { queryParams: { access_type: 'offline', prompt: 'consent' } }),
      },
    })
    if (error) throw error
    return undefined
  } catch (error) {
    console.warn(`${name} sign-in failed:`, error)
    return `Failed to connect with ${name}. Please try again.`
  }
}
