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
