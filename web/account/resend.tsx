import { useState } from 'react'
import { PlainLinkButton } from '#web/ui/plain-link-button.tsx'
import { useCountdown } from './use-countdown.ts'

/** The server's default pause between two emails to the same address. */
const usualGapSeconds = 60

type ResendProps = {
  label?: string
  /** Resolves to the sentence to show if nothing was sent. */
  send: () => Promise<string | undefined>
  hasJustSent?: boolean
  what?: 'mail' | 'text'
}

/** Sends the email again, after the pause that the server requires. */
export function Resend({ label = 'Send it again', send, hasJustSent = true, what = 'mail' }: ResendProps) {
  const { remaining, begin } = useCountdown(hasJustSent ? usualGapSeconds : 0)
  const [isSending, setSending] = useState(false)
  const [said, setSaid] = useState('')
  const again = async () => {
    setSending(true)
    const refused = await send()
    setSending(false)
    setSaid(refused ?? `A new ${what} is on its way. Only the newest one works.`)
    if (!refused) begin(usualGapSeconds)
    else begin(Number(/\b(\d+) seconds/.exec(refused)?.[1] ?? 0))
  }
  return (
    <span>
      {remaining > 0 ? (
        <span className="tabular-nums">
          {label} in {remaining} s
        </span>
      ) : (
        <PlainLinkButton disabled={isSending} onClick={() => void again()}>
          {isSending ? 'Sending…' : label}
        </PlainLinkButton>
      )}
      <span role="status" className="block text-pretty empty:hidden">
        {said}
      </span>
    </span>
  )
}
