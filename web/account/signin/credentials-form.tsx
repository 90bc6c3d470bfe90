import { useState, type FormEvent, type Ref } from 'react'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { PlainField } from '#web/ui/plain-field.tsx'
import { credentialProblems, type CredentialProblems } from '../credentials.ts'
import type { Mode } from './with-password.ts'

const submits: Record<Mode, string> = { 'sign-in': 'Sign in', 'sign-up': 'Create account' }

type CredentialsFormProps = {
  form: Ref<HTMLFormElement>
  mode: Mode
  email: string | undefined
  isBusy: boolean
  onSubmit: (email: string, password: string) => void
}

/** The fields are uncontrolled: text typed before hydration is kept, and so it is when the two forms are switched. */
export function CredentialsForm({ form, mode, email, isBusy, onSubmit }: CredentialsFormProps) {
  const [refused, setRefused] = useState<{ mode: Mode; problems: CredentialProblems }>()
  // Problems of one form do not apply to the other.
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
    <form ref={form} onSubmit={send} onInput={() => setRefused(undefined)} noValidate className="flex flex-col gap-4">
      <PlainField
        label="Email"
        type="email"
        name="email"
        autoComplete="email"
        required
        defaultValue={email}
        problem={problems.email}
      />
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
        {isBusy ? 'Please wait...' : submits[mode]}
      </PlainButton>
    </form>
  )
}
