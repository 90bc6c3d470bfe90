import type { SupabaseClient } from '@supabase/supabase-js'
import { appConfig } from './app-config.ts'
import { explanationOf, pageForTokens, problemOf, readArrival, type ArrivalProblem } from './arrival.ts'
import { backOff } from './live/back-off.ts'
import { connectSession } from './call.ts'
import { forgetPushHere } from './push.ts'
import { hasSession, noteSession, sessionKey } from './session-trace.ts'
import { leaveWorkspace, tabWorkspace } from './workspace.ts'

const secondFactorPath = '/signin/second-factor'

let client: Promise<SupabaseClient> | undefined

/**
 * The sign-in service's official client, connected to our own `/auth/v1`. Browser only.
 * @throws Error if the server's settings are missing because the page was opened offline.
 */
export function authClient(): Promise<SupabaseClient> {
  client ??= openClient().catch((error: unknown) => {
    client = undefined
    throw error
  })
  return client
}

async function openClient(): Promise<SupabaseClient> {
  const config = appConfig()
  if (!config) throw new Error('The server cannot be reached. Check your connection, then reload this page.')
  const { createClient } = await import('@supabase/supabase-js')
  const made = createClient(window.location.origin, config.publishable_key, {
    auth: {
      storageKey: sessionKey,
      flowType: 'pkce',
      // Two sign-ins may be in progress at once: one by email, and one with a provider in another tab.
      experimental: { appendPkceFlowIdToRedirects: true, recoveryCodes: true },
    },
    realtime: { reconnectAfterMs: backOff },
    global: { fetch: fetchInWorkspace },
  })
  const token = async () => (await made.auth.getSession()).data.session?.access_token ?? null
  connectSession(token, leave, askForFactor, async () => (await import('./workspaces.ts')).lastWorkspace())
  made.auth.onAuthStateChange(() => noteSession())
  return made
}

/** What the client fetches besides sign-ins, such as files, is the tab's workspace's as well. */
function fetchInWorkspace(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  const workspace = tabWorkspace()
  if (workspace !== undefined) headers.set('karta-workspace', workspace)
  return fetch(input, { ...init, headers })
}

/** Whether someone is signed in on this device. Guests are recognized without a call. */
export async function isSignedIn(): Promise<boolean> {
  if (!client && !hasSession() && !isReturning()) return false
  const { data } = await (await authClient()).auth.getSession()
  return data.session !== null
}

/** Whether the page's address carries what becomes a session, from an email or a provider. */
export function isReturning(): boolean {
  return readArrival(window.location.href) !== undefined
}

/** Completes the sign-in that the page's address carries. Resolves to the problem if that gives no session. */
export async function finishArrival(): Promise<ArrivalProblem | undefined> {
  const arrival = readArrival(window.location.href)
  if (!arrival) return undefined
  const { auth } = await authClient()
  const { error } = await auth.initialize()
  if (!error && (await auth.getSession()).data.session) return undefined
  return problemOf(arrival, error)
}

/** Where a members' page redirects to: the form for guests, the second factor, or the explanation of a problem. */
export async function detour(next: string): Promise<string | undefined> {
  const arrival = readArrival(window.location.href)
  if (arrival?.accessToken) return pageForTokens(arrival) + window.location.hash
  const problem = await finishArrival()
  if (problem) return explanationOf(problem, next)
  const then = `next=${encodeURIComponent(next).replaceAll('%2F', '/')}`
  if (!(await isSignedIn())) return `/signin?${then}`
  return (await isFactorDue()) ? `/signin/second-factor?${then}` : undefined
}

/** Whether the account has a second factor that this session has not confirmed yet. */
export async function isFactorDue(): Promise<boolean> {
  const { auth } = await authClient()
  const { data } = await auth.mfa.getAuthenticatorAssuranceLevel()
  return data !== null && data.nextLevel === 'aal2' && data.currentLevel !== 'aal2'
}

type OwnerProof = { current_password: string } | { nonce: string }

/**
 * Confirms that the session's owner is here, so that for a while they may change what opens the account. The official
 * client has no call for this.
 */
export async function confirmOwner(proof: OwnerProof): Promise<{ error: { code?: string; message: string } | null }> {
  const { auth } = await authClient()
  const token = (await auth.getSession()).data.session?.access_token ?? ''
  const reply = await fetch('/auth/v1/reauthenticate', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify(proof),
  })
  return { error: reply.ok ? null : ((await reply.json()) as { code?: string; message: string }) }
}

/**
 * Tells an app that asks what the person answered. Resolves to the address to send them on to. The official client does
 * not know that an app is let into one workspace.
 */
export async function answerApp(
  id: string,
  answer: { action: 'approve' | 'deny'; workspace_id?: string | undefined },
): Promise<{ redirectUrl?: string; error: { code?: string; message: string } | null }> {
  const { auth } = await authClient()
  const token = (await auth.getSession()).data.session?.access_token ?? ''
  const reply = await fetch(`/auth/v1/oauth/authorizations/${encodeURIComponent(id)}/consent`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify(answer),
  })
  const said = (await reply.json()) as { redirect_url: string } & { code?: string; message: string }
  return reply.ok ? { redirectUrl: said.redirect_url, error: null } : { error: said }
}

type InvitedAccount = { email: string; password: string; data: Record<string, unknown>; invitation: string }

/**
 * Creates an account with an invitation that was mailed to its address, and signs in. The official client has no call
 * for this.
 */
export async function signUpInvited(
  account: InvitedAccount,
  redirectTo: string,
): Promise<{ error: { code?: string; message: string } | null }> {
  const { auth } = await authClient()
  const reply = await fetch(`/auth/v1/signup?${new URLSearchParams({ redirect_to: redirectTo })}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
    body: JSON.stringify(account),
  })
  const said = (await reply.json()) as { code?: string; message: string; access_token?: string; refresh_token?: string }
  const { access_token, refresh_token } = said
  if (!reply.ok) return { error: said }
  if (!access_token || !refresh_token) {
    return { error: { message: 'We sent you an email. Open its link to confirm your address, then come back here.' } }
  }
  return { error: (await auth.setSession({ access_token, refresh_token })).error }
}

/** Ends the session here and on the server. */
export async function signOut(): Promise<void> {
  await forgetPushHere().catch((error: unknown) => console.warn('Notifications stay on in this browser:', error))
  const { error } = await (await authClient()).auth.signOut({ scope: 'local' })
  if (error) console.warn('Sign-out did not reach the server:', error.message)
  leaveWorkspace()
}

/** The server no longer accepts this session: forget it, ask to sign in, and come back here afterwards. */
async function leave(): Promise<void> {
  const here = window.location.pathname + window.location.search
  await signOut()
  window.location.assign(`/signin?next=${encodeURIComponent(here)}`)
}

/** The server requires a second factor: confirm one or set one up, and come back here. */
function askForFactor(): void {
  const { pathname, search } = window.location
  // The page that asks for it must not redirect to itself.
  if (pathname === secondFactorPath) return
  window.location.assign(`${secondFactorPath}?next=${encodeURIComponent(pathname + search)}`)
}

/** The path to go to after sign-in: one of our own, never another site. */
export function safeNext(next: string | null): string {
  const isOurs = next !== null && /^\/(?![/\\])[^\\\n\r\t]*$/.test(next)
  return isOurs ? next : '/dashboard'
}
