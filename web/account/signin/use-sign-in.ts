import { useState } from 'react'
import { useNavigate } from 'react-router'
import { readArrival } from '#web/lib/arrival.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { sentenceForArrival } from '../sentences.ts'
import { onwards, useEntrance, useNext } from './use-entrance.ts'
import type { EntryState } from './use-typed-email.ts'
import { signInWithPassword, type Mode } from './with-password.ts'
import { signInWithProvider } from './with-provider.ts'

/** The sign-in form's state: what it is waiting for, and what went wrong. */
export function useSignIn(mode: Mode) {
  const navigate = useNavigate()
  const [error, setError] = useError()
  const [unconfirmed, setUnconfirmed] = useState<string>()
  const [busy, setBusy] = useState<string>()
  const next = useNext()
  const enter = useEntrance()

  const clear = () => {
    setError('')
    setUnconfirmed(undefined)
  }
  const send = async (email: string, password: string) => {
    if (busy) return
    setBusy('form')
    clear()
    const outcome = await signInWithPassword(mode, { email, password, next })
    if (outcome.is === 'in') await enter()
    else if (outcome.is === 'confirm') {
      await navigate(onwards('/signin/confirm', next), { state: { email, hasSent: true } satisfies EntryState })
    } else {
      setError(outcome.sentence)
      if (outcome.code === 'email_not_confirmed') setUnconfirmed(email)
    }
    setBusy(undefined)
  }
  const leaveFor = async (provider: string) => {
    setBusy(provider)
    clear()
    const problem = await signInWithProvider(provider, next)
    // Going to the provider takes the page away. The button stays as it is until then.
    if (!problem) return
    setError(problem)
    setBusy(undefined)
  }
  return {
    next,
    enter,
    error,
    setError,
    /** The address that has to be confirmed first. */
    unconfirmed,
    /** `form`, or the provider that was pressed. */
    busy,
    clear,
    send,
    leaveFor,
  }
}

/** The error above the form: at first what a mail or a provider brought back in the address. */
function useError() {
  const [error, setError] = useState<string | null>(null)
  const isHydrated = useHydrated()
  if (error !== null) return [error || undefined, setError] as const
  const { errorCode: code, description = '' } = (isHydrated && readArrival(window.location.href)) || {}
  const returned = code ? sentenceForArrival({ code, description: description.slice(0, 300) }) : undefined
  return [returned, setError] as const
}
