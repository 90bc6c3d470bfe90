import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { Form } from 'react-aria-components'
import { redirect, useLocation, useNavigate, useSearchParams } from 'react-router'
import { authClient, isSignedIn, safeNext } from '#web/lib/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { Route } from './+types/signin.ts'
import { sentenceForSignIn, type Mode } from './sign-in-errors.ts'

export function meta() {
  return [{ title: 'Sign in · Karta' }]
}

/** Nobody who is signed in already is asked again. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  if (await isSignedIn()) throw redirect(safeNext(new URL(request.url).searchParams.get('next')))
  return null
}

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
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const mode = modeOf(search, useLocation().state)
  const { title, submit, question, other } = words[mode]

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setError(undefined)
    const problem = await signIn(mode, email.trim(), password)
    setBusy(false)
    if (problem) return setError(problem)
    queryClient.clear()
    await navigate(safeNext(search.get('next')), { replace: true })
  }

  return (
    <main className="grid min-h-dvh content-center justify-items-center px-4 py-10">
      <Link to="/" aria-label="Karta, home" className="mb-8">
        <Logo />
      </Link>
      <div className="w-full max-w-[26rem] rounded-2xl border bg-surface p-6 shadow-card sm:p-8">
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        <Form onSubmit={(event) => void send(event)} className="mt-6 flex flex-col gap-4">
          {error && (
            <div role="alert">
              <Banner tone="danger">{error}</Banner>
            </div>
          )}
          <TextField
            label="Email"
            type="email"
            name="email"
            autoComplete="email"
            value={email}
            onChange={setEmail}
            isRequired
          />
          <TextField
            label="Password"
            type="password"
            name="password"
            autoComplete={mode === 'sign-up' ? 'new-password' : 'current-password'}
            value={password}
            onChange={setPassword}
            minLength={6}
            isRequired
            description={mode === 'sign-up' ? 'Password must be at least 6 characters' : undefined}
          />
          <Button type="submit" variant="primary" size="large" isDisabled={isBusy} className="mt-2">
            {isBusy ? 'Please wait...' : submit}
          </Button>
        </Form>
      </div>
      <p className="mt-6 text-ink-muted">
        {question}{' '}
        <Link to={`/signin?${otherMode(search, mode)}`} onClick={() => setError(undefined)}>
          {other}
        </Link>
      </p>
    </main>
  )
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

/** Signs in, or up; resolves to the sentence to show when that fails. */
async function signIn(mode: Mode, email: string, password: string): Promise<string | undefined> {
  try {
    const { auth } = await authClient()
    const { error } =
      mode === 'sign-in'
        ? await auth.signInWithPassword({ email, password })
        : await auth.signUp({
            email,
            password,
            options: { data: { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone } },
          })
    return error ? sentenceForSignIn(error) : undefined
  } catch (error) {
    console.warn('Sign-in failed:', error)
    return sentenceForSignIn(null)
  }
}
