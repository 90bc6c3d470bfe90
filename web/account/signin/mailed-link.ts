import { ask } from '../ask.ts'

/**
 * Emails a sign-in link and code. Resolves to the sentence to show if that fails. The answer is the same for an address
 * without an account, so that nobody can find out who has one.
 */
export async function sendLink(email: string, next: string): Promise<string | undefined> {
  return ask(async (auth) => {
    const { error } = await auth.signInWithOtp({
      email,
      options: { emailRedirectTo: `${window.location.origin}${next}`, shouldCreateUser: false },
    })
    return { error: error?.code === 'otp_disabled' || error?.code === 'signup_disabled' ? null : error }
  })
}

/** Signs in with the code from a confirmation or a sign-in email. */
export async function verifyMailed(email: string, token: string): Promise<string | undefined> {
  return ask((auth) => auth.verifyOtp({ email, token, type: 'email' }))
}
