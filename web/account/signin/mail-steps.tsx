import { useState, type ReactNode } from 'react'
import { AddressForm } from './address-form.tsx'
import { CheckMail, type CheckMailProps } from './check-mail.tsx'
import { EntryFrame } from './frame.tsx'
import { useAttempt } from '../use-attempt.ts'

type MailStepsProps = {
  title: string
  lead: ReactNode
  below: ReactNode
  submit: string
  /** The address typed on the previous page. */
  typed?: string
  /** Resolves to the sentence to show if nothing was sent. */
  send: (email: string) => Promise<string | undefined>
  /** What to say and do once the email is on its way. */
  sent: Pick<CheckMailProps, 'lead' | 'submit'> & {
    onCode: (email: string, code: string) => Promise<string | undefined>
  }
  /** Other ways to continue, below the form. */
  children?: ReactNode
}

/** Asks for an address, sends an email to it, and asks for the code in that email. */
export function MailSteps({ title, lead, below, submit, typed, send, sent, children }: MailStepsProps) {
  const [address, setAddress] = useState<string>()
  const [sentTo, setSentTo] = useState<string>()
  const { busy, failure, run } = useAttempt()
  if (sentTo) {
    return (
      <CheckMail
        email={sentTo}
        lead={sent.lead}
        submit={sent.submit}
        onCode={(code) => sent.onCode(sentTo, code)}
        send={() => send(sentTo)}
        onChangeAddress={() => setSentTo(undefined)}
      />
    )
  }
  const request = async (email: string) => {
    setAddress(email)
    if (await run('send', () => send(email))) setSentTo(email)
  }
  return (
    <EntryFrame title={title} lead={lead} below={below}>
      <AddressForm
        key={typed}
        submit={submit}
        initial={address ?? typed}
        failure={failure}
        isBusy={busy !== undefined}
        onSubmit={(email) => void request(email)}
      />
      {children}
    </EntryFrame>
  )
}
