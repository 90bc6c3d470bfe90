import { useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { CredentialsForm } from './credentials-form.tsx'
import { EntryFrame } from './frame.tsx'
import { OtherWays } from './other-ways.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { onwards } from './use-entrance.ts'
import { useSignIn } from './use-sign-in.ts'
import type { EntryState } from './use-typed-email.ts'
import type { Mode } from './with-password.ts'

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

/** Sign-in and sign-up in one: the link below the form switches between them. */
export default function SignInPage() {
  const [search] = useSearchParams()
  const { state } = useLocation()
  const mode = useHydrated() ? modeOf(search, state) : 'sign-in'
  const { title, question, other } = words[mode]
  const { next, enter, error, setError, unconfirmed, busy, clear, send, leaveFor } = useSignIn(mode)
  const form = useRef<HTMLFormElement>(null)
  const below = (
    <>
      {question}{' '}
      <Link to={`/signin?${otherMode(search, mode)}`} replace onClick={clear}>
        {other}
      </Link>
    </>
  )
  return (
    <EntryFrame title={title} below={below}>
      <ProviderButtons busy={busy} onPress={(provider) => void leaveFor(provider)} />
      <p aria-hidden="true" className="my-5 flex items-center gap-3 text-[0.8125rem] text-ink-muted">
        <span className="h-px flex-1 bg-line" />
        or
        <span className="h-px flex-1 bg-line" />
      </p>
      {error && <SignInError error={error} unconfirmed={unconfirmed} next={next} />}
      <CredentialsForm
        form={form}
        mode={mode}
        email={(state as EntryState)?.email}
        isBusy={busy === 'form'}
        onSubmit={(email, password) => void send(email, password)}
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

type SignInErrorProps = { error: string; unconfirmed: string | undefined; next: string }

function SignInError({ error, unconfirmed, next }: SignInErrorProps) {
  return (
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
  )
}

/** The form that the address asks for, or else the link that led here. */
function modeOf(search: URLSearchParams, state: unknown): Mode {
  const asked = search.get('mode') ?? (state as { mode?: string } | null)?.mode
  return asked === 'sign-up' ? 'sign-up' : 'sign-in'
}

/** Switching also clears the error in the address. */
function otherMode(search: URLSearchParams, mode: Mode): URLSearchParams {
  const changed = new URLSearchParams(search)
  for (const name of ['error', 'error_code', 'error_description']) changed.delete(name)
  if (mode === 'sign-in') changed.set('mode', 'sign-up')
  else changed.delete('mode')
  return changed
}
