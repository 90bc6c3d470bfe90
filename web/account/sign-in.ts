import type { SupabaseClient } from '@supabase/supabase-js'
import { appConfig } from '#web/lib/app-config.ts'
import { authClient } from '#web/lib/session.ts'
import { nameOfProvider } from './providers.ts'
import { sentenceFor, sentenceForSignIn, unexpected } from './sentences.ts'

export type Mode = 'sign-in' | 'sign-up'
type Auth = SupabaseClient['auth']
type Failure = { code?: string; message: string; name?: string }

export type CredentialProblems = { email?: string; password?: string }

/** What keeps an e-mail address from being sent. */
export function emailProblem(email: string): string | undefined {
  if (!email) return 'Write your email address.'
  return /^[^\s@]+@[^\s@]+$/.test(email) ? undefined : 'Write an email address like name@example.com.'
}

/** What keeps a password from being sent. */
export function passwordProblem(password: string, label = 'your password'): string | undefined {
  if (!password) return `Write ${label}.`
  return password.length < 6 ? 'A password has at least 6 characters.' : undefined
}

/** What keeps e-mail address and password from being sent. */
export function credentialProblems(email: string, password: string): CredentialProblems {
  const problems = { email: emailProblem(email), password: passwordProblem(password) }
  return {
    ...(problems.email && { email: problems.email }),
    ...(problems.password && { password: problems.password }),
  }
}

/** Makes one call of the sign-in client; resolves to the sentence to show when it fails. */
export async function ask(
  call: (auth: Auth) => Promise<{ error: Failure | null }>,
  toSentence: (error: Failure) => string = sentenceFor,
): Promise<string | undefined> {
  try {
    const { error } = await call((await authClient()).auth)
    return error ? toSentence(error) : undefined
  } catch (error) {
    console.warn('The sign-in service was not asked:', error)
    return error instanceof Error ? error.message : unexpected
  }
}

/** `confirm` when a mail has to confirm the address first. */
export type SignInOutcome = { is: 'in' } | { is: 'confirm' } | { is: 'refused'; sentence: string; code?: string }

/** Signs in, or up. */
export async function signIn(mode: Mode, email: string, password: string): Promise<SignInOutcome> {
  try {
    const { auth } = await authClient()
    const { data, error } =
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
    if (error) return { is: 'refused', sentence: sentenceForSignIn(error), ...(error.code && { code: error.code }) }
    return { is: data.session ? 'in' : 'confirm' }
  } catch (error) {
    console.warn('Sign-in failed:', error)
    return { is: 'refused', sentence: sentenceForSignIn(null) }
  }
}

/** Leaves for an outside provider, which sends the person back to `next`; resolves to the sentence when that fails. */
export async function signInWith(provider: string, next: string): Promise<string | undefined> {
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

/** Whether this browser and this server take passkeys. */
export function takesPasskeys(): boolean {
  return appConfig()?.providers.passkeys === true && 'PublicKeyCredential' in window
}
