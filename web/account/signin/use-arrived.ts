import { useEffect, useState } from 'react'
import { readArrival, type ArrivalProblem } from '#web/lib/arrival.ts'
import { authClient, finishArrival } from '#web/lib/session.ts'
import { unreachable } from '../sentences.ts'

/** Who followed the link from an email. */
type Arrived =
  | { is: 'loading' }
  | { is: 'problem'; problem: ArrivalProblem }
  | { is: 'failed'; sentence: string }
  /** Someone is signed in, or could be: `adopt` starts the session, and only their own click calls it. */
  | { is: 'here'; email: string; name: string; isByMail: boolean; adopt: () => Promise<string | undefined> }
  | { is: 'nobody' }

const byMail = ['otp', 'recovery', 'magiclink', 'invite', 'email/signup']

/**
 * Completes the sign-in that the page's address carries. Tokens are only inspected: the server puts them in links that
 * no browser requested, and a stranger could have made the link with their own session.
 */
export function useArrived(): Arrived {
  const [arrived, setArrived] = useState<Arrived>({ is: 'loading' })
  useEffect(() => {
    let isGone = false
    arrive()
      .catch((): Arrived => ({ is: 'failed', sentence: unreachable }))
      .then((found) => !isGone && setArrived(found))
      .catch(console.error)
    return () => {
      isGone = true
    }
  }, [])
  return arrived
}

async function arrive(): Promise<Arrived> {
  const { accessToken, refreshToken } = readArrival(window.location.href) ?? {}
  const { auth } = await authClient()
  if (accessToken && refreshToken) {
    const { data, error } = await auth.getUser(accessToken)
    if (error) return { is: 'problem', problem: { code: error.code ?? 'otp_expired', description: error.message } }
    const adopt = async () => {
      const { error } = await auth.setSession({ access_token: accessToken, refresh_token: refreshToken })
      // The tokens are removed from the address once they are stored.
      if (!error) window.history.replaceState(window.history.state, '', window.location.pathname)
      return error?.message
    }
    return { is: 'here', email: data.user.email ?? '', name: nameOf(data.user), isByMail: true, adopt }
  }
  const problem = await finishArrival()
  if (problem) return { is: 'problem', problem }
  const { session } = (await auth.getSession()).data
  if (!session) return { is: 'nobody' }
  const { data } = await auth.mfa.getAuthenticatorAssuranceLevel()
  const methods =
    data?.currentAuthenticationMethods.map((each) => (typeof each === 'string' ? each : each.method)) ?? []
  return {
    is: 'here',
    email: session.user.email ?? '',
    name: nameOf(session.user),
    isByMail: methods.some((method) => byMail.includes(method)),
    adopt: async () => undefined,
  }
}

function nameOf(user: { user_metadata: Record<string, unknown> }): string {
  const { full_name: full, name } = user.user_metadata
  return [full, name].find((each): each is string => typeof each === 'string') ?? ''
}
