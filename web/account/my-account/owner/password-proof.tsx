import { useState, type FormEvent } from 'react'
import { confirmOwner } from '#web/lib/session.ts'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { PlainField } from '#web/ui/plain-field.tsx'
import { ask } from '../../ask.ts'
import { useAttempt } from '../../use-attempt.ts'

/** Confirms with the current password. */
export function PasswordProof({ email, onDone }: { email: string; onDone: () => void }) {
  const [problem, setProblem] = useState<string>()
  const { busy, failure, run } = useAttempt()
  const confirm = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const current_password = String(new FormData(event.currentTarget).get('current-password'))
    setProblem(current_password ? undefined : 'Enter your current password.')
    if (!current_password) return
    if (await run('confirm', () => ask(() => confirmOwner({ current_password })))) onDone()
  }
  return (
    <form
      onSubmit={(event) => void confirm(event)}
      onInput={() => setProblem(undefined)}
      noValidate
      className="grid gap-4"
    >
      {failure && <PlainAlert>{failure}</PlainAlert>}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PlainField
        label="Current password"
        type="password"
        name="current-password"
        autoComplete="current-password"
        required
        autoFocus
        problem={problem}
      />
      <PlainButton type="submit" variant="primary" size="large" isPending={busy !== undefined}>
        Confirm
      </PlainButton>
    </form>
  )
}
