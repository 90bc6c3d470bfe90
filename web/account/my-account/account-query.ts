import type { Factor, SupabaseClient, User } from '@supabase/supabase-js'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { getAccount, getAccountDeletion, listAccountSessions } from '#domain/api/account.ts'
import { listAllowedApps } from '#domain/api/apps.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { authClient } from '#web/lib/session.ts'
import { withOwnerCheck } from '../owner-check.ts'
import { sentenceFor } from '../sentences.ts'

type Auth = SupabaseClient['auth']

/** The signed-in person as the sign-in service knows them. */
export const userQuery = queryOptions({
  queryKey: keys.account.all,
  queryFn: async (): Promise<User> => {
    const { auth } = await authClient()
    const { data, error } = await auth.getUser()
    if (error) {
      console.error('The account could not be fetched:', error.message)
      throw error
    }
    return data.user
  },
})

/** The same person as the product knows them. */
export const factsQuery = queryOptions({
  queryKey: keys.account.facts,
  queryFn: ({ signal }) => call(getAccount, { signal }),
})

export const sessionsQuery = queryOptions({
  queryKey: keys.account.sessions,
  queryFn: async ({ signal }) => (await call(listAccountSessions, { signal })).data,
})

export const allowedAppsQuery = queryOptions({
  queryKey: keys.apps.mine,
  queryFn: async ({ signal }) => (await call(listAllowedApps, { signal })).data,
})

export const deletionQuery = queryOptions({
  queryKey: keys.account.deletion,
  queryFn: ({ signal }) => call(getAccountDeletion, { signal }),
  // What a deletion would delete must be up to date when it is shown.
  staleTime: 0,
})

export const passkeysQuery = queryOptions({
  queryKey: keys.account.passkeys,
  queryFn: () => read((auth) => auth.passkey.list()),
})

export const factorsQuery = queryOptions({
  queryKey: keys.account.factors,
  queryFn: async (): Promise<Factor[]> => {
    const { all } = await read((auth) => auth.mfa.listFactors())
    return all.filter(({ status }) => status === 'verified') as Factor[]
  },
})

/**
 * How many recovery codes are left, or null for an account without any. Asking for the status of such an account is
 * an error, so its factors are read first.
 */
export const recoveryCodesQuery = queryOptions({
  queryKey: keys.account.recoveryCodes,
  queryFn: async () => {
    const { all } = await read((auth) => auth.mfa.listFactors())
    if (!all.some(({ factor_type: type }) => type === 'recovery_code')) return null
    return read((auth) => auth.mfa.recoveryCodes.getStatus())
  },
})

/** The sign-in service refused a call; the message is for the person. */
class Refused extends Error {
  /** 0 when the server was not reached. */
  readonly status: number
  constructor(sentence: string, status = 0) {
    super(sentence)
    this.status = status
  }
}

/**
 * Makes one call to the sign-in service and returns its data.
 * @throws Refused
 */
export async function read<T>(
  ask: (auth: Auth) => Promise<{
    data: T | null
    error: { message: string; code?: string | undefined; status?: number | undefined } | null
  }>,
): Promise<T> {
  const { auth } = await authClient()
  const { data, error } = await withOwnerCheck(() => ask(auth))
  if (error) throw new Refused(sentenceFor(error), error.status)
  return data as T
}

/** Call this when something about the account has changed. */
export function refreshAccount(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: keys.account.all })
}
