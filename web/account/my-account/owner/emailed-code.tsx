import { useState } from 'react'
import { confirmOwner } from '#web/lib/session.ts'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { ask } from '../../ask.ts'
import { CodeForm } from '../../code-form.tsx'
import { Resend } from '../../resend.tsx'
import { useAttempt } from '../../use-attempt.ts'

/** Confirms with a code that goes to the account's address. It is sent on request, not when the dialog opens. */
export function EmailedCode({ address, onDone }: { address: string; onDone: () => void }) {
  const [isSent, setSent] = useState(false)
  const { busy, failure, run } = useAttempt()
  const send = () => ask((auth) => auth.reauthenticate())
  if (!isSent) {
    return (
      <div className="grid gap-4">
        {failure && <PlainAlert>{failure}</PlainAlert>}
        <p className="wrap-anywhere text-ink-muted">We will send a code to {address}.</p>
        <PlainButton
          variant="primary"
          size="large"
          autoFocus
          isPending={busy !== undefined}
          onClick={() => void run('send', send).then(setSent)}
        >
          Send me a code
        </PlainButton>
      </div>
    )
  }
  return (
    <>
      <CodeForm
        label={`Code sent to ${address}`}
        onCode={async (nonce) => {
          const refused = await ask(() => confirmOwner({ nonce }))
          if (!refused) onDone()
          return refused
        }}
      />
      <p className="mt-4 text-[0.8125rem] text-ink-muted">
        <Resend send={send} what={address.includes('@') ? 'mail' : 'text'} />
      </p>
    </>
  )
}
