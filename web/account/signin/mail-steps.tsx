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
  /** The address that was typed on the page before. */
  typed?: string
  /** Resolves to the sentence to show when nothing was sent. */
  send: (email: string) => Promise<string | undefined>
  /** What is said and done once the mail is on its way. */
  sent: Pick<CheckMailProps, 'lead' | 'submit'> & {
    onCode: (email: string, code: string) => Promise<string | undefined>
  }
  /** Other ways on, below the form. */
  children?: ReactNode
}

/** Asks for an address, has a mail sent to it, and takes the code of that mail. */
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
