import { useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { readArrival } from '#web/lib/arrival.ts'
import { Link } from '#web/ui/link.tsx'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { CredentialsForm } from './credentials-form.tsx'
import { EntryFrame } from './frame.tsx'
import { OtherWays } from './other-ways.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { onwards, useEntrance, useNext } from './use-entrance.ts'
import type { EntryState } from './use-typed-email.ts'
import { sentenceForArrival } from '../sentences.ts'
import { signInWithPassword, type Mode } from './with-password.ts'
import { signInWithProvider } from './with-provider.ts'

const words: Record<Mode, { title: string; question: string; other: string }> = {
  'sign-in': {
    title: 'Sign in to your account',
    question: 'Don’t have an account?',
    other: 'Start your 7-day free trial',
  },
  'sign-up': {
    title: 'Create your account',
    question: 'Already have an account?',
    other: 'Sign in',
  },
}

/** Sign-in and sign-up in one: the link below the form toggles between them. */
export default function SignInPage() {
  const [search] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const mode = useHydrated() ? modeOf(search, state) : 'sign-in'
  const { title, question, other } = words[mode]
  const [error, setError] = useError()
  const [unconfirmed, setUnconfirmed] = useState<string>()
  const [busy, setBusy] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const next = useNext()
  const enter = useEntrance()

  const begin = (what: string) => {
    setBusy(what)
    setError('')
    setUnconfirmed(undefined)
  }
  const send = async (email: string, password: string) => {
    begin('form')
    const outcome = await signInWithPassword(mode, email, password)
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
    begin(provider)
    const problem = await signInWithProvider(provider, next)
    // Going to the provider takes the page away; the button stays as it is until then.
    if (!problem) return
    setError(problem)
    setBusy(undefined)
  }
  return (
    <EntryFrame
      title={title}
      below={
        <>
          {question}{' '}
          <Link
            to={`/signin?${otherMode(search, mode)}`}
            replace
            onClick={() => {
              setError('')
              setUnconfirmed(undefined)
            }}
          >
            {other}
          </Link>
        </>
      }
    >
      <ProviderButtons busy={busy} onPress={(provider) => void leaveFor(provider)} />
      <p aria-hidden="true" className="my-5 flex items-center gap-3 text-[0.8125rem] text-ink-muted">
        <span className="h-px flex-1 bg-line" />
        or
        <span className="h-px flex-1 bg-line" />
      </p>
      {error && (
        <div className="mb-4">
          <PlainAlert>
            {error}
            {unconfirmed && (
              <p className="mt-1">
                <Link to={onwards('/signin/confirm', next)} state={{ email: unconfirmed } satisfies EntryState}>
                  Confirm your address
                </Link>
              </p>
            )}
          </PlainAlert>
        </div>
      )}
      <CredentialsForm
        form={form}
        mode={mode}
        email={(state as EntryState)?.email}
        isBusy={busy === 'form'}
        onSubmit={(email, password) => {
          if (!busy) void send(email, password)
        }}
      />
      {mode === 'sign-in' && (
        <OtherWays
          next={next}
          readEmail={() => String(new FormData(form.current ?? undefined).get('email') ?? '').trim()}
          isDisabled={busy !== undefined}
          onFailure={(sentence) => setError(sentence ?? '')}
          onDone={() => void enter()}
        />
      )}
    </EntryFrame>
  )
}

/** The error shown above the form: at first what the address brought back from a mail or a provider. */
function useError() {
  const [error, setError] = useState<string | null>(null)
  const isHydrated = useHydrated()
  if (error !== null) return [error || undefined, setError] as const
  const { errorCode: code, description = '' } = (isHydrated && readArrival(window.location.href)) || {}
  const returned = code ? sentenceForArrival({ code, description: description.slice(0, 300) }) : undefined
  return [returned, setError] as const
}

/** The form that the address asks for, or else the link that was followed. */
function modeOf(search: URLSearchParams, state: unknown): Mode {
  const asked = search.get('mode') ?? (state as { mode?: string } | null)?.mode
  return asked === 'sign-up' ? 'sign-up' : 'sign-in'
}

/** Toggling also clears what the address brought back. */
function otherMode(search: URLSearchParams, mode: Mode): URLSearchParams {
  const changed = new URLSearchParams(search)
  for (const name of ['error', 'error_code', 'error_description']) changed.delete(name)
  if (mode === 'sign-in') changed.set('mode', 'sign-up')
  else changed.delete('mode')
  return changed
}
