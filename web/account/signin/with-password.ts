import { closestLanguage } from '#domain/language.ts'
import { authClient } from '#web/lib/session.ts'
import { sentenceForSignIn } from '../sentences.ts'

export type Mode = 'sign-in' | 'sign-up'

/** `confirm` if the address has to be confirmed by email first. */
type SignInOutcome = { is: 'in' } | { is: 'confirm' } | { is: 'refused'; sentence: string; code?: string }

/** Signs in or up. A mail that confirms the address leads to `next`. */
export async function signInWithPassword(
  mode: Mode,
  { email, password, next }: { email: string; password: string; next: string },
): Promise<SignInOutcome> {
  try {
    const { auth } = await authClient()
    const { data, error } =
      mode === 'sign-in'
        ? await auth.signInWithPassword({ email, password })
        : await auth.signUp({
            email,
            password,
            options: {
              emailRedirectTo: `${window.location.origin}${next}`,
              data: {
                time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
                language: closestLanguage(navigator.languages),
              },
            },
          })
    if (error) return { is: 'refused', sentence: sentenceForSignIn(error), ...(error.code && { code: error.code }) }
    return { is: data.session ? 'in' : 'confirm' }
  } catch (error) {
    console.warn('Sign-in failed:', error)
    return { is: 'refused', sentence: sentenceForSignIn(null) }
  }
}
