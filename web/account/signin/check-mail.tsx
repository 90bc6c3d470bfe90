import type { ReactNode } from 'react'
import { PlainLinkButton } from '#web/ui/plain-link-button.tsx'
import { CodeForm } from '../code-form.tsx'
import { EntryFrame } from './frame.tsx'
import { Resend } from '../resend.tsx'

export type CheckMailProps = {
  email: string
  /** What happened, and what the link in the email does. */
  lead: ReactNode
  submit?: string
  onCode: (code: string) => Promise<string | undefined>
  send: () => Promise<string | undefined>
  hasJustSent?: boolean
  onChangeAddress: () => void
}

/** An email is on its way: follow its link or enter its code here. */
export function CheckMail(props: CheckMailProps) {
  const { email, lead, submit, onCode, send, hasJustSent, onChangeAddress } = props
  return (
    <EntryFrame
      title="Check your email"
      lead={
        <>
          <p role="status">{lead}</p>
          <p className="mt-3 font-medium break-all text-ink">{email}</p>
        </>
      }
      below={<PlainLinkButton onClick={onChangeAddress}>Use another address</PlainLinkButton>}
    >
      <CodeForm
        label="Code from the email"
        hint="Or open the link in the email in this browser."
        submit={submit}
        onCode={onCode}
      />
      <div className="mt-5 border-t pt-4 text-[0.8125rem] text-ink-muted">
        <p>Nothing there? Check your spam folder and the address above.</p>
        <p className="mt-1.5">
          <Resend send={send} hasJustSent={hasJustSent} />
        </p>
      </div>
    </EntryFrame>
  )
}
