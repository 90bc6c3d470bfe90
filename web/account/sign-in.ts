import { appConfig } from '#web/lib/app-config.ts'
import { authClient } from '#web/lib/session.ts'

export type Mode = 'sign-in' | 'sign-up'

/** The sentence for a refusal by the sign-in service; null for a failure without one. */
export function sentenceForSignIn(error: { code?: string; message: string; name?: string } | null): string {
  if (!error || error.name === 'AuthRetryableFetchError') return 'An unexpected error occurred. Please try again.'
  if (error.code === 'user_already_exists' || /already registered/i.test(error.message)) {
    return 'This email is already registered. Please sign in instead.'
  }
  if (error.code === 'invalid_credentials' || /invalid login credentials/i.test(error.message)) {
    return 'Invalid email or password. Please try again.'
  }
  return error.message
}

export type CredentialProblems = { email?: string; password?: string }

/** What keeps e-mail address and password from being sent. */
export function credentialProblems(email: string, password: string): CredentialProblems {
  return {
    ...(!email && { email: 'Write your email address.' }),
    ...(email && !/^[^\s@]+@[^\s@]+$/.test(email) && { email: 'Write an email address like name@example.com.' }),
    ...(!password && { password: 'Write your password.' }),
    ...(password && password.length < 6 && { password: 'A password has at least 6 characters.' }),
  }
}

/** Signs in, or up; resolves to the sentence to show when that fails. */
export async function signIn(mode: Mode, email: string, password: string): Promise<string | undefined> {
  try {
    const { auth } = await authClient()
    const { error } =
      mode === 'sign-in'
        ? await auth.signInWithPassword({ email, password })
        : await auth.signUp({
            email,
            password,
            options: {
              emailRedirectTo: `${window.location.origin}/dashboard`,
              data: { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
            },
          })
    return error ? sentenceForSignIn(error) : undefined
  } catch (error) {
    console.warn('Sign-in failed:', error)
    return sentenceForSignIn(null)
  }
}

/** Leaves for Google, which sends the person back to `next`; resolves to the sentence to show when that fails. */
export async function signInWithGoogle(next: string): Promise<string | undefined> {
  if (appConfig()?.providers.google === false) {
    return 'Signing in with Google is not set up on this server. Use your email and password.'
  }
  try {
    const { auth } = await authClient()
    const { error } = await auth.signInWithOAuth({
      provider: 'google',
      options: {
        redirectTo: `${window.location.origin}${next}`,
        queryParams: { access_type: 'offline', prompt: 'consent' },
      },
    })
    if (error) throw error
    return undefined
  } catch (error) {
    console.warn('Google sign-in failed:', error)
    return 'Failed to connect with Google. Please try again.'
  }
}
