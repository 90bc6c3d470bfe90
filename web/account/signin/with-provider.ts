import { appConfig } from '#web/lib/app-config.ts'
import { authClient } from '#web/lib/session.ts'
import { nameOfProvider } from '../providers.ts'

/**
 * Redirects to an outside provider, which sends the person back to `next`. Resolves to the sentence to show if that
 * fails.
 */
export async function signInWithProvider(provider: string, next: string): Promise<string | undefined> {
  const isGoogle = provider === 'google'
  const name = nameOfProvider(provider)
  if (isGoogle && appConfig()?.providers.google === false) {
    return 'Signing in with Google is not set up on this server. Use your email and password.'
  }
  try {
    const { auth } = await authClient()
    const { error } = await auth.signInWithOAuth({
      // The client's types list the hosted service's providers. A self-hosted server may have others.
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
