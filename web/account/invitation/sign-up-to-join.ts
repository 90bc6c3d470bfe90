import { closestLanguage } from '#domain/language.ts'
import { authClient, signUpInvited } from '#web/lib/session.ts'
import { sentenceForSignIn } from '../sentences.ts'

type Account = { name: string; email: string; password: string }
type Outcome = { is: 'in' } | { is: 'confirm' } | { is: 'refused'; sentence: string }

/**
 * Creates an account for somebody who was invited. With the token of a mail to the same address, it works at once;
 * otherwise the address is confirmed first, with a link that leads back to the invitation.
 */
export async function signUpToJoin({ name, email, password }: Account, token: string | undefined): Promise<Outcome> {
  const data = {
    ...(name && { full_name: name }),
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    language: closestLanguage(navigator.languages),
  }
  const redirectTo = `${window.location.origin}/invitation`
  try {
    if (token) {
      const { error } = await signUpInvited({ email, password, data, invitation: token }, redirectTo)
      return error ? { is: 'refused', sentence: sentenceForSignIn(error) } : { is: 'in' }
    }
    const { auth } = await authClient()
    const { data: reply, error } = await auth.signUp({
      email,
      password,
      options: { emailRedirectTo: redirectTo, data },
    })
    if (error) return { is: 'refused', sentence: sentenceForSignIn(error) }
    return { is: reply.session ? 'in' : 'confirm' }
  } catch (error) {
    console.warn('Sign-up failed:', error)
    return { is: 'refused', sentence: sentenceForSignIn(null) }
  }
}
