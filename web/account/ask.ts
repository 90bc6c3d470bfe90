import type { SupabaseClient } from '@supabase/supabase-js'
import { authClient } from '#web/lib/session.ts'
import { withOwnerCheck } from './owner-check.ts'
import { sentenceFor, unexpected } from './sentences.ts'

type Auth = SupabaseClient['auth']
type Failure = { code?: string; message: string; name?: string }

/** Makes one call to the sign-in service. Resolves to the sentence to show if it fails. */
export async function ask(
  call: (auth: Auth) => Promise<{ error: Failure | null }>,
  toSentence: (error: Failure) => string = sentenceFor,
): Promise<string | undefined> {
  try {
    const { auth } = await authClient()
    const { error } = await withOwnerCheck(() => call(auth))
    return error ? toSentence(error) : undefined
  } catch (error) {
    console.warn('The sign-in service was not asked:', error)
    return error instanceof Error ? error.message : unexpected
  }
}
