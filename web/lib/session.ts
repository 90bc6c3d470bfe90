import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { connectSession, loadAppConfig } from './call.ts'
import { sessionKey } from './session-trace.ts'

let client: Promise<SupabaseClient> | undefined

/** The sign-in service's official client, talking to our own `/auth/v1`. Browser only. */
export function authClient(): Promise<SupabaseClient> {
  client ??= loadAppConfig()
    .then((config) => {
      const made = createClient(window.location.origin, config.publishable_key, {
        auth: { storageKey: sessionKey, flowType: 'pkce' },
      })
      connectSession(async () => (await made.auth.getSession()).data.session?.access_token ?? null, leave)
      return made
    })
    .catch((error: unknown) => {
      client = undefined
      throw error
    })
  return client
}

/** Whether somebody is signed in on this device. */
export async function isSignedIn(): Promise<boolean> {
  const { data } = await (await authClient()).auth.getSession()
  return data.session !== null
}

/** Ends the session here and on the server. */
export async function signOut(): Promise<void> {
  const { error } = await (await authClient()).auth.signOut({ scope: 'local' })
  if (error) console.warn('Sign-out did not reach the server:', error.message)
}

/** The server no longer takes this session: forget it and ask to sign in, coming back here afterwards. */
async function leave(): Promise<void> {
  const here = window.location.pathname + window.location.search
  await signOut()
  window.location.assign(`/signin?next=${encodeURIComponent(here)}`)
}

/** The path to go to after signing in: one of ours, never another site. */
export function safeNext(next: string | null): string {
  const isOurs = next !== null && /^\/(?![/\\])[^\\\n\r\t]*$/.test(next)
  return isOurs ? next : '/dashboard'
}
