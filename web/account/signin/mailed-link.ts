import { ask } from '../ask.ts'

/**
 * Has a sign-in link and code mailed; resolves to the sentence when that fails. An address without an account is
 * answered alike, so that nobody learns here who has one.
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

/** Signs in with the code of a confirmation or of a sign-in link. */
export async function verifyMailed(email: string, token: string): Promise<string | undefined> {
  return ask((auth) => auth.verifyOtp({ email, token, type: 'email' }))
}
