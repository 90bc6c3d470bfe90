import { useState, type FormEvent } from 'react'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { PlainField } from '#web/ui/plain-field.tsx'
import { PlainLinkButton } from '#web/ui/plain-link-button.tsx'
import { PlainNotice } from '#web/ui/plain-notice.tsx'
import { Resend } from '../../resend.tsx'
import { useAttempt } from '../../use-attempt.ts'
import { ask } from '../../ask.ts'
import { passwordProblem } from '../../credentials.ts'

type Problems = { current?: string; code?: string; password?: string }
type PasswordChangeFormProps = { email: string; hasPassword: boolean; onCancel: () => void; onDone: () => void }

/** Asks for the current password, or for an emailed code instead. */
export function PasswordChangeForm({ email, hasPassword, onCancel, onDone }: PasswordChangeFormProps) {
  const [proof, setProof] = useState<'password' | 'code'>(hasPassword ? 'password' : 'code')
  const [hasMailed, setMailed] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const { busy, failure, setFailure, run } = useAttempt()

  const mail = () => ask((auth) => auth.reauthenticate())
  const mailCode = async () => {
    setProof('code')
    if (await run('mail', mail)) setMailed(true)
  }
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const current = String(typed.get('current-password') ?? '')
    const nonce = String(typed.get('code') ?? '').trim()
    const password = String(typed.get('new-password'))
    const found: Problems = {
      current: proof === 'password' && !current ? 'Enter your current password.' : undefined,
      code: proof === 'code' && !nonce ? 'Enter the code from the email.' : undefined,
      password: passwordProblem(password, 'a new password'),
    }
    setProblems(found)
    if (found.current || found.code || found.password) return
    const evidence = proof === 'password' ? { current_password: current } : { nonce }
    if (await run('save', () => ask((auth) => auth.updateUser({ password, ...evidence })))) onDone()
  }
  return (
    <form
      onSubmit={(event) => void save(event)}
      onInput={() => setProblems({})}
      noValidate
      className="grid gap-4 sm:max-w-sm"
    >
      {failure && <PlainAlert>{failure}</PlainAlert>}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <ProofField
        proof={proof}
        email={email}
        hasMailed={hasMailed}
        problems={problems}
        busy={busy}
        mail={mail}
        mailCode={() => void mailCode()}
      />
      <PlainField
        label="New password"
        type="password"
        name="new-password"
        autoComplete="new-password"
        required
        minLength={6}
        hint="Password must be at least 6 characters"
        problem={problems.password}
      />
      <div className="flex flex-wrap gap-2">
        <PlainButton
          type="submit"
          variant="primary"
          isPending={busy === 'save'}
          disabled={proof === 'code' && !hasMailed}
        >
          Save password
        </PlainButton>
        <PlainButton
          variant="quiet"
          disabled={busy === 'save'}
          onClick={() => {
            setFailure(undefined)
            onCancel()
          }}
        >
          Cancel
        </PlainButton>
      </div>
    </form>
  )
}

type ProofFieldProps = {
  proof: 'password' | 'code'
  email: string
  hasMailed: boolean
  problems: Problems
  busy: string | undefined
  /** Sends the code again. */
  mail: () => Promise<string | undefined>
  mailCode: () => void
}

/** Proof that the account's owner is changing the password. */
function ProofField({ proof, email, hasMailed, problems, busy, mail, mailCode }: ProofFieldProps) {
  if (proof === 'password') {
    return (
      <PlainField
        key="current-password"
        label="Current password"
        type="password"
        name="current-password"
        autoComplete="current-password"
        required
        autoFocus
        problem={problems.current}
        hint={
          <PlainLinkButton disabled={busy !== undefined} onClick={mailCode}>
            I don’t know it. Email me a code
          </PlainLinkButton>
        }
      />
    )
  }
  if (!hasMailed) {
    return (
      <PlainNotice tone="info">
        <p>We will email a code to {email}, so that nobody else on this device can change your password.</p>
        <PlainButton size="small" className="mt-2.5 text-ink" isPending={busy === 'mail'} onClick={mailCode}>
          Email me a code
        </PlainButton>
      </PlainNotice>
    )
  }
  return (
    <PlainField
      key="code"
      label="Code from the email"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      autoFocus
      problem={problems.code}
      hint={
        <>
          We sent it to {email}. <Resend send={mail} />
        </>
      }
    />
  )
}
