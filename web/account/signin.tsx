import { useEffect, useState, type FormEvent } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { pageQueryClient } from '#web/lib/query-client.ts'
import { isSignedIn, safeNext } from '#web/lib/session.ts'
import { Link } from '#web/ui/link.tsx'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { PlainField } from '#web/ui/plain-field.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { GoogleMark } from './google-mark.tsx'
import { credentialProblems, signIn, signInWithGoogle, type CredentialProblems, type Mode } from './sign-in.ts'

const words: Record<Mode, { title: string; submit: string; question: string; other: string }> = {
  'sign-in': {
    title: 'Sign in to your account',
    submit: 'Sign in',
    question: 'Don’t have an account?',
    other: 'Start your 7-day free trial',
  },
  'sign-up': {
    title: 'Create your account',
    submit: 'Create account',
    question: 'Already have an account?',
    other: 'Sign in',
  },
}

/** Sign-in and sign-up in one: the link below the form toggles between them. */
export default function SignInPage() {
  const [search] = useSearchParams()
  const { state } = useLocation()
  const mode = useHydrated() ? modeOf(search, state) : 'sign-in'
  const { title, question, other } = words[mode]
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState<'form' | 'google'>()
  const enter = useEntrance()

  const run = async (what: 'form' | 'google', attempt: () => Promise<string | undefined>) => {
    setBusy(what)
    setError(undefined)
    const problem = await attempt()
    if (problem) setError(problem)
    else if (what === 'form') await enter()
    // Going to Google takes the page away; the button stays as it is until then.
    if (problem || what === 'form') setBusy(undefined)
  }
  return (
    <div className="grid min-h-[calc(100dvh-4rem)] content-center justify-items-center bg-ground px-4 py-12 text-sm">
      <div className="w-full max-w-[26rem] rounded-2xl border bg-surface p-6 shadow-raised sm:p-8">
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        <PlainButton
          size="large"
          className="mt-6 w-full"
          icon={<GoogleMark />}
          disabled={busy !== undefined}
          onClick={() => void run('google', () => signInWithGoogle(safeNext(search.get('next'))))}
        >
          {busy === 'google' ? 'Connecting...' : 'Continue with Google'}
        </PlainButton>
        <p aria-hidden="true" className="my-5 flex items-center gap-3 text-[0.8125rem] text-ink-muted">
          <span className="h-px flex-1 bg-line" />
          or
          <span className="h-px flex-1 bg-line" />
        </p>
        {error && (
          <div className="mb-4">
            <PlainAlert>{error}</PlainAlert>
          </div>
        )}
        <CredentialsForm
          mode={mode}
          isBusy={busy === 'form'}
          onSubmit={(email, password) => {
            if (!busy) void run('form', () => signIn(mode, email, password))
          }}
        />
      </div>
      <p className="mt-6 text-ink-muted">
        {question}{' '}
        <Link to={`/signin?${otherMode(search, mode)}`} replace onClick={() => setError(undefined)}>
          {other}
        </Link>
      </p>
      <noscript>
        <p className="mt-4 text-danger-ink">Signing in needs JavaScript, which is switched off in this browser.</p>
      </noscript>
    </div>
  )
}

type CredentialsFormProps = { mode: Mode; isBusy: boolean; onSubmit: (email: string, password: string) => void }

/** The browser keeps what is typed: it is there before the page comes alive, and stays when the two forms are toggled. */
function CredentialsForm({ mode, isBusy, onSubmit }: CredentialsFormProps) {
  const [refused, setRefused] = useState<{ mode: Mode; problems: CredentialProblems }>()
  // What one form refused means nothing in the other.
  const problems = refused?.mode === mode ? refused.problems : {}
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const email = String(typed.get('email')).trim()
    const password = String(typed.get('password'))
    const found = credentialProblems(email, password)
    setRefused({ mode, problems: found })
    if (!found.email && !found.password) onSubmit(email, password)
  }
  return (
    <form onSubmit={send} onInput={() => setRefused(undefined)} noValidate className="flex flex-col gap-4">
      <PlainField label="Email" type="email" name="email" autoComplete="email" required problem={problems.email} />
      <PlainField
        label="Password"
        type="password"
        name="password"
        autoComplete={mode === 'sign-up' ? 'new-password' : 'current-password'}
        required
        minLength={6}
        hint={mode === 'sign-up' ? 'Password must be at least 6 characters' : undefined}
        problem={problems.password}
      />
      <PlainButton type="submit" variant="primary" size="large" disabled={isBusy} className="mt-2">
        {isBusy ? 'Please wait...' : words[mode].submit}
      </PlainButton>
    </form>
  )
}

/** Goes where the person wanted to go, at once when they are signed in already. */
function useEntrance(): () => Promise<void> {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const next = safeNext(search.get('next'))
  const enter = async () => {
    pageQueryClient().clear()
    await navigate(next, { replace: true })
  }
  useEffect(() => {
    const enterIfKnown = async () => {
      // Without a connection nobody can tell; the form will say so when it is sent.
      if (await isSignedIn().catch(() => false)) await navigate(next, { replace: true })
    }
    void enterIfKnown()
  }, [navigate, next])
  return enter
}

/** The form that the address asks for, or else the link that was followed. */
function modeOf(search: URLSearchParams, state: unknown): Mode {
  const asked = search.get('mode') ?? (state as { mode?: string } | null)?.mode
  return asked === 'sign-up' ? 'sign-up' : 'sign-in'
}

function otherMode(search: URLSearchParams, mode: Mode): URLSearchParams {
  const changed = new URLSearchParams(search)
  if (mode === 'sign-in') changed.set('mode', 'sign-up')
  else changed.delete('mode')
  return changed
}
