import { useEffect, useState } from 'react'
import { readArrival, type ArrivalProblem } from '#web/lib/arrival.ts'
import { authClient, finishArrival } from '#web/lib/session.ts'
import { unreachable } from '../sentences.ts'

/** Who a mail's link has brought. */
type Arrived =
  | { is: 'loading' }
  | { is: 'problem'; problem: ArrivalProblem }
  | { is: 'failed'; sentence: string }
  /** Somebody is signed in, or could be: `adopt` makes the session theirs, which nothing but their own press does. */
  | { is: 'here'; email: string; name: string; isByMail: boolean; adopt: () => Promise<string | undefined> }
  | { is: 'nobody' }

const byMail = ['otp', 'recovery', 'magiclink', 'invite', 'email/signup']

/**
 * Finishes what the page's address carries. Links with whole tokens, which the server makes where no browser asked
 * first, are only looked at: whoever wrote the address could be somebody else's session.
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
      // The tokens leave the address once they are kept.
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
