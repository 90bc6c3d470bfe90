import { useState, type FormEvent } from 'react'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { PlainField } from '#web/ui/plain-field.tsx'
import { sentenceForPasskey } from '../../sentences.ts'
import { ask } from '../../ask.ts'
import { CodeForm } from '../../code-form.tsx'
import type { Way } from './factor-ways.ts'
import { Resend } from '../../resend.tsx'
import { useAttempt } from '../../use-attempt.ts'

type FactorFormProps = { way: Way; onDone: () => void }

/** Asks for the code or key of the chosen factor. */
export function FactorForm(props: FactorFormProps) {
  if (props.way.kind === 'phone') return <TextedCode {...props} />
  if (props.way.kind === 'webauthn') return <SecurityKey {...props} />
  if (props.way.kind === 'recovery_code') return <RecoveryCode {...props} />
  return <AppCode {...props} />
}

function AppCode({ way, onDone }: FactorFormProps) {
  return (
    <CodeForm
      label="Code from your app"
      onCode={async (code) => {
        const refused = await ask((auth) => auth.mfa.challengeAndVerify({ factorId: way.id, code }))
        if (!refused) onDone()
        return refused
      }}
    />
  )
}

/** A text costs money and may alarm people: it is sent on request, not when the page opens. */
function TextedCode({ way, onDone }: FactorFormProps) {
  const [challengeId, setChallengeId] = useState<string>()
  const { busy, failure, run } = useAttempt()
  const send = () =>
    ask(async (auth) => {
      const { data, error } = await auth.mfa.challenge({ factorId: way.id, channel: 'sms' })
      if (data) setChallengeId(data.id)
      return { error }
    })
  if (!challengeId) {
    return (
      <div className="flex flex-col gap-4">
        {failure && <PlainAlert>{failure}</PlainAlert>}
        <PlainButton
          variant="primary"
          size="large"
          autoFocus
          isPending={busy !== undefined}
          onClick={() => void run('send', send)}
        >
          Text me a code
        </PlainButton>
      </div>
    )
  }
  return (
    <>
      <CodeForm
        label="Code from the text"
        onCode={async (code) => {
          const refused = await ask((auth) => auth.mfa.verify({ factorId: way.id, challengeId, code }))
          if (!refused) onDone()
          return refused
        }}
      />
      <p className="mt-4 text-[0.8125rem] text-ink-muted">
        <Resend send={send} what="text" />
      </p>
    </>
  )
}

function SecurityKey({ way, onDone }: FactorFormProps) {
  const { busy, failure, run } = useAttempt()
  const use = async () => {
    const isDone = await run('key', () =>
      ask((auth) => auth.mfa.webauthn.authenticate({ factorId: way.id }), sentenceForPasskey),
    )
    if (isDone) onDone()
  }
  return (
    <div className="flex flex-col gap-4">
      {failure && <PlainAlert>{failure}</PlainAlert>}
      <PlainButton variant="primary" size="large" autoFocus isPending={busy !== undefined} onClick={() => void use()}>
        Use the security key
      </PlainButton>
    </div>
  )
}

function RecoveryCode({ onDone }: FactorFormProps) {
  const [problem, setProblem] = useState<string>()
  const { busy, failure, run } = useAttempt()
  const check = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code')).trim()
    if (!code) return setProblem('Enter one of your recovery codes.')
    if (await run('check', () => ask((auth) => auth.mfa.recoveryCodes.verify({ code })))) onDone()
  }
  return (
    <form onSubmit={(event) => void check(event)} noValidate className="flex flex-col gap-4">
      {failure && <PlainAlert>{failure}</PlainAlert>}
      <PlainField
        label="Recovery code"
        hint="Spaces, dashes and capital letters do not matter."
        name="code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        look="h-11 font-mono text-base"
        problem={problem}
        onInput={() => setProblem(undefined)}
      />
      <PlainButton type="submit" variant="primary" size="large" isPending={busy !== undefined}>
        Continue
      </PlainButton>
    </form>
  )
}
