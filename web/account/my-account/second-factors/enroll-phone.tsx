import { useState, type FormEvent } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { PlainField } from '#web/ui/plain-field.tsx'
import { PlainLinkButton } from '#web/ui/plain-link-button.tsx'
import { CodeForm } from '../../code-form.tsx'
import { Resend } from '../../resend.tsx'
import { useAttempt } from '../../use-attempt.ts'
import { ask } from '../../ask.ts'

type EnrollPhoneProps = { isOpen: boolean; onClose: () => void; onDone: () => void }

/** Adds a phone number that receives texts as a second factor. */
export function EnrollPhone({ isOpen, onClose, onDone }: EnrollPhoneProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(is) => !is && onClose()}
      title="Add a phone"
      description="We text you a code each time you sign in. An authenticator app is safer, because phone numbers can be hijacked."
    >
      <Steps onDone={onDone} />
    </Dialog>
  )
}

type Sent = { factorId: string; challengeId: string; phone: string }

function Steps({ onDone }: { onDone: () => void }) {
  const [sent, setSent] = useState<Sent>()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const { busy, failure, run } = useAttempt()

  const challenge = (factorId: string, phone: string) =>
    ask(async (auth) => {
      const { data, error } = await auth.mfa.challenge({ factorId, channel: 'sms' })
      if (data) setSent({ factorId, challengeId: data.id, phone })
      return { error }
    })
  const enroll = async (phone: string) => {
    let factorId = ''
    const refused = await ask(async (auth) => {
      const { data, error } = await auth.mfa.enroll({
        factorType: 'phone',
        phone,
        friendlyName: `Phone ${phone.slice(-3)}`,
      })
      factorId = data?.id ?? ''
      return { error }
    })
    return refused ?? challenge(factorId, phone)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    const phone = typed.replace(/[\s()-]/g, '')
    const isNumber = /^\+[1-9]\d{6,14}$/.test(phone)
    setProblem(isNumber ? undefined : 'Enter the number with its country code, like +62 812 3456 7890.')
    if (isNumber) void run('send', () => enroll(phone))
  }
  if (sent) {
    return (
      <div className="grid gap-4">
        <p className="text-ink-muted">
          A code is on its way to {sent.phone}.{' '}
          <PlainLinkButton onClick={() => setSent(undefined)}>Use another number</PlainLinkButton>
        </p>
        <CodeForm
          label="Code from the text"
          submit="Turn it on"
          onCode={async (code) => {
            const { factorId, challengeId } = sent
            const refused = await ask((auth) => auth.mfa.verify({ factorId, challengeId, code }))
            if (!refused) onDone()
            return refused
          }}
        />
        <p className="text-[0.8125rem] text-ink-muted">
          <Resend send={() => challenge(sent.factorId, sent.phone)} what="text" />
        </p>
      </div>
    )
  }
  return (
    <form onSubmit={send} noValidate className="grid gap-4">
      {failure && <PlainAlert>{failure}</PlainAlert>}
      <PlainField
        label="Phone number"
        type="tel"
        name="phone"
        autoComplete="tel"
        autoFocus
        required
        hint="With the country code, like +62 812 3456 7890."
        value={typed}
        problem={problem}
        onChange={(event) => {
          setTyped(event.target.value)
          setProblem(undefined)
        }}
      />
      <PlainButton type="submit" variant="primary" isPending={busy !== undefined}>
        Text me a code
      </PlainButton>
    </form>
  )
}
