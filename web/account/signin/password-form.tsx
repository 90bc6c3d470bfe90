import { useState, type FormEvent } from 'react'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { PlainField } from '#web/ui/plain-field.tsx'
import { passwordProblem } from '../credentials.ts'
import { useAttempt } from '../use-attempt.ts'

type Typed = { name: string; password: string }

type PasswordFormProps = {
  email: string
  submit: string
  /** Also asks for the person's name, starting with this one. */
  name?: string
  onSubmit: (typed: Typed) => Promise<string | undefined>
}

/** A new password. The person can show it instead of typing it twice. */
export function PasswordForm({ email, submit, name, onSubmit }: PasswordFormProps) {
  const [isShown, setShown] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { busy, failure, run } = useAttempt()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const password = String(typed.get('new-password'))
    const found = passwordProblem(password, 'a new password')
    setProblem(found)
    if (!found) void run('save', () => onSubmit({ name: String(typed.get('name') ?? '').trim(), password }))
  }
  return (
    <form onSubmit={send} onInput={() => setProblem(undefined)} noValidate className="flex flex-col gap-4">
      {failure && <PlainAlert>{failure}</PlainAlert>}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      {name !== undefined && (
        <PlainField
          label="Your name"
          name="name"
          autoComplete="name"
          maxLength={120}
          defaultValue={name}
          autoFocus
          hint="Your colleagues see it next to your changes."
        />
      )}
      <PlainField
        label="New password"
        type={isShown ? 'text' : 'password'}
        name="new-password"
        autoComplete="new-password"
        required
        minLength={6}
        autoFocus={name === undefined}
        hint="Password must be at least 6 characters"
        problem={problem}
      />
      <label className="flex items-center gap-2.5">
        <input
          type="checkbox"
          checked={isShown}
          onChange={(event) => setShown(event.target.checked)}
          className="size-4.5 accent-brand"
        />
        Show the password
      </label>
      <PlainButton type="submit" variant="primary" size="large" isPending={busy !== undefined}>
        {submit}
      </PlainButton>
    </form>
  )
}
