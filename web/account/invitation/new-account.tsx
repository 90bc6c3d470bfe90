import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import type { InvitationShown } from '#domain/schema/invitation.ts'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { PlainField } from '#web/ui/plain-field.tsx'
import { credentialProblems, type CredentialProblems } from '../credentials.ts'
import { ProviderButtons } from '../signin/provider-buttons.tsx'
import { onwards } from '../signin/use-entrance.ts'
import { signInWithProvider } from '../signin/with-provider.ts'
import { useAttempt } from '../use-attempt.ts'
import { acceptAndOpen } from './enter.ts'
import { Or } from './invitation-card.tsx'
import { signUpToJoin } from './sign-up-to-join.ts'

const here = '/invitation'

/** Joining with a new account: through a provider, or with a password. */
export function NewAccount({ shown, token }: { shown: InvitationShown; token: string }) {
  const navigate = useNavigate()
  const { busy, failure, setFailure, run } = useAttempt()
  const [problems, setProblems] = useState<CredentialProblems>({})
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const [name, email, password] = ['name', 'email', 'password'].map((field) => String(typed.get(field)))
    const account = { name: name!.trim(), email: email!.trim(), password: password! }
    const found = credentialProblems(account.email, account.password)
    setProblems(found)
    if (found.email || found.password) return
    void run('form', async () => {
      const outcome = await signUpToJoin(account, shown.proves_address ? token : undefined)
      if (outcome.is === 'refused') return outcome.sentence
      if (outcome.is === 'in') return acceptAndOpen({ token }, shown.invited_by)
      await navigate(onwards('/signin/confirm', here), { state: { email: account.email, hasSent: true } })
      return undefined
    })
  }
  return (
    <>
      <ProviderButtons
        busy={busy}
        onPress={(provider) => void signInWithProvider(provider, here).then((sentence) => setFailure(sentence))}
      />
      <Or>or create an account</Or>
      {failure && (
        <div className="mb-4">
          <PlainAlert>{failure}</PlainAlert>
        </div>
      )}
      <form onSubmit={send} onInput={() => setProblems({})} noValidate className="flex flex-col gap-4">
        <PlainField
          label="Your name"
          name="name"
          autoComplete="name"
          maxLength={100}
          defaultValue={shown.role === 'driver' ? (shown.driver ?? '') : ''}
          hint="Your colleagues see it next to your changes."
        />
        <PlainField
          label="Email"
          type="email"
          name="email"
          autoComplete="email"
          required
          readOnly={shown.email !== null}
          defaultValue={shown.email ?? ''}
          hint={shown.email ? 'The invitation is for this address.' : undefined}
          problem={problems.email}
        />
        <PlainField
          label="Password"
          type="password"
          name="password"
          autoComplete="new-password"
          required
          minLength={6}
          hint="Password must be at least 6 characters"
          problem={problems.password}
        />
        <PlainButton type="submit" variant="primary" size="large" isPending={busy === 'form'}>
          Create account and join
        </PlainButton>
      </form>
    </>
  )
}
