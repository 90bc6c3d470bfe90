import type { User } from '@supabase/supabase-js'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { PlainField } from '#web/ui/plain-field.tsx'
import { PlainLinkButton } from '#web/ui/plain-link-button.tsx'
import { useAttempt } from '../../use-attempt.ts'
import { ask } from '../../ask.ts'
import { emailProblem } from '../../credentials.ts'
import { refreshAccount } from '../account-query.ts'
import { PendingEmail } from './pending-email.tsx'
import { Said } from '../said.tsx'
import { Section } from '../section.tsx'

/** Changes the email address. Both the old and the new address have to confirm it. */
export function ChangeEmail({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false)
  const [said, setSaid] = useState('')
  const client = useQueryClient()
  const email = user.email ?? ''
  return (
    <Section
      id="email"
      title="Email"
      description={
        <>
          You sign in with <span className="font-medium break-all text-ink">{email}</span>, and emails about your
          account go there.
        </>
      }
      actions={
        !isOpen &&
        !user.new_email && (
          <PlainButton
            onClick={() => {
              setSaid('')
              setOpen(true)
            }}
          >
            Change Email
          </PlainButton>
        )
      }
    >
      <Said>{said}</Said>
      {user.new_email && !isOpen && (
        <PendingEmail
          email={email}
          newEmail={user.new_email}
          onCancelled={() => setSaid('Your address has not changed.')}
        />
      )}
      {isOpen && (
        <EmailForm
          email={email}
          hasPassword={user.identities?.some(({ provider }) => provider === 'email') ?? true}
          onCancel={() => setOpen(false)}
          onDone={(isPending) => {
            setOpen(false)
            setSaid(isPending ? '' : 'Your email has been changed.')
            void refreshAccount(client)
          }}
        />
      )}
    </Section>
  )
}

type Problems = { email?: string | undefined; current?: string | undefined }
type EmailFormProps = {
  email: string
  hasPassword: boolean
  onCancel: () => void
  onDone: (isPending: boolean) => void
}

function EmailForm({ email, hasPassword, onCancel, onDone }: EmailFormProps) {
  // Without the password, the server asks for another proof unless the person has just signed in.
  const [asksPassword, setAsksPassword] = useState(hasPassword)
  const [problems, setProblems] = useState<Problems>({})
  const { busy, failure, run } = useAttempt()
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const typed = String(form.get('email')).trim()
    const current = String(form.get('current-password') ?? '')
    const isSame = typed.toLowerCase() === email.toLowerCase()
    const found = {
      email: emailProblem(typed) ?? (isSame ? 'That is already your address.' : undefined),
      current: asksPassword && !current ? 'Enter your current password.' : undefined,
    }
    setProblems(found)
    if (found.email || found.current) return
    let isPending = false
    const isDone = await run('save', () =>
      ask(async (auth) => {
        const options = { emailRedirectTo: `${window.location.origin}/my-account` }
        const { data, error } = await auth.updateUser(
          { email: typed, ...(current && { current_password: current }) },
          options,
        )
        isPending = Boolean(data.user?.new_email)
        return { error }
      }),
    )
    if (isDone) onDone(isPending)
  }
  return (
    <form
      onSubmit={(event) => void save(event)}
      onInput={() => setProblems({})}
      noValidate
      className="grid gap-4 sm:max-w-sm"
    >
      {failure && <PlainAlert>{failure}</PlainAlert>}
      <PlainField
        label="New email"
        type="email"
        name="email"
        autoComplete="email"
        required
        autoFocus
        problem={problems.email}
        hint="We send an email to each address. Your address changes once you have opened both links."
      />
      {asksPassword && (
        <PlainField
          label="Current password"
          type="password"
          name="current-password"
          autoComplete="current-password"
          required
          problem={problems.current}
          hint={
            <PlainLinkButton onClick={() => setAsksPassword(false)}>
              I don’t know it. Confirm another way
            </PlainLinkButton>
          }
        />
      )}
      <div className="flex flex-wrap gap-2">
        <PlainButton type="submit" variant="primary" isPending={busy !== undefined}>
          Save email
        </PlainButton>
        <PlainButton variant="quiet" disabled={busy !== undefined} onClick={onCancel}>
          Cancel
        </PlainButton>
      </div>
    </form>
  )
}
