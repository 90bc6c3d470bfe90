import { CircleCheck } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { authClient } from '#web/lib/session.ts'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { PlainField } from '#web/ui/plain-field.tsx'
import { sentenceForSignIn } from '../sign-in.ts'

type State = 'closed' | 'open' | 'saving' | 'done'

/** A new password; every other device is signed out with the old one. */
export function ChangePassword({ email }: { email: string }) {
  const [state, setState] = useState<State>('closed')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<string>()

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (state === 'saving') return
    if (password.length < 6) return setProblem('A password has at least 6 characters.')
    setState('saving')
    setFailure(undefined)
    const refused = await changePassword(password)
    setFailure(refused)
    setState(refused ? 'open' : 'done')
    if (!refused) setPassword('')
  }
  return (
    <section aria-label="Password" className="py-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="font-semibold">Password</h2>
          <p className="text-ink-muted">Other devices are signed out when it changes.</p>
        </div>
        {(state === 'closed' || state === 'done') && (
          <PlainButton onClick={() => setState('open')}>Change Password</PlainButton>
        )}
      </div>
      <div role="status">
        {state === 'done' && (
          <p className="mt-3 flex items-center gap-2 text-success-ink">
            <CircleCheck aria-hidden="true" className="size-4.5" />
            Your password has been changed.
          </p>
        )}
      </div>
      {(state === 'open' || state === 'saving') && (
        <form onSubmit={(event) => void save(event)} noValidate className="mt-4 grid gap-4 sm:max-w-sm">
          {failure && <PlainAlert>{failure}</PlainAlert>}
          <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
          <PlainField
            label="New password"
            type="password"
            name="new-password"
            autoComplete="new-password"
            required
            minLength={6}
            autoFocus
            hint="Password must be at least 6 characters"
            value={password}
            onChange={(event) => {
              setPassword(event.target.value)
              setProblem(undefined)
            }}
            problem={problem}
          />
          <div className="flex gap-2">
            <PlainButton type="submit" variant="primary" isPending={state === 'saving'}>
              Save password
            </PlainButton>
            <PlainButton variant="quiet" disabled={state === 'saving'} onClick={() => setState('closed')}>
              Cancel
            </PlainButton>
          </div>
        </form>
      )}
    </section>
  )
}

/** Resolves to the sentence to show when that fails. */
async function changePassword(password: string): Promise<string | undefined> {
  try {
    const { auth } = await authClient()
    const { error } = await auth.updateUser({ password })
    return error ? sentenceForSignIn(error) : undefined
  } catch (error) {
    console.warn('The password was not changed:', error)
    return sentenceForSignIn(null)
  }
}
