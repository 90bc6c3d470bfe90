import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { explanationOf, readArrival } from '#web/lib/arrival.ts'
import { finishArrival } from '#web/lib/session.ts'
import { Link } from '#web/ui/link.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { ask } from '../../ask.ts'
import { AddressForm } from '../address-form.tsx'
import { CheckMail } from '../check-mail.tsx'
import { ContinueAs } from './continue-as.tsx'
import { FailedLink } from './failed-link.tsx'
import { EntryFrame } from '../frame.tsx'
import { sendLink } from '../mailed-link.ts'
import { useEnter, useNext } from '../use-entrance.ts'
import { useMailedCode } from '../use-mailed-code.ts'
import type { EntryState } from '../use-typed-email.ts'
import { Waiting } from '../waiting.tsx'

/** Asks to confirm the address after sign-up. Links that did not sign anyone in lead here too. */
export default function ConfirmPage() {
  const isHydrated = useHydrated()
  const { state } = useLocation()
  const [search] = useSearchParams()
  const { email, hasSent } = (isHydrated ? (state as EntryState) : null) ?? {}
  const arrival = isHydrated ? readArrival(window.location.href) : undefined
  const problem = isHydrated ? (search.get('problem') ?? arrival?.errorCode) : undefined
  const next = useNext()
  if (arrival?.accessToken) return <ContinueAs next={next} />
  if (problem) return <FailedLink problem={problem} next={next} />
  if (arrival?.code) return <FinishLink next={next} />
  return email ? <ConfirmAddress email={email} hasSent={hasSent === true} next={next} /> : <CodeByHand next={next} />
}

/** Trades the code of a link without a destination for a session. */
function FinishLink({ next }: { next: string }) {
  const navigate = useNavigate()
  const enter = useEnter()
  useEffect(() => {
    const finish = async () => {
      const problem = await finishArrival()
      if (problem) await navigate(explanationOf(problem, next), { replace: true })
      else await enter(next)
    }
    finish().catch(() => navigate(explanationOf({ code: 'unreachable', description: '' }, next), { replace: true }))
  }, [navigate, enter, next])
  return <Waiting title="One moment" />
}

function ConfirmAddress({ email, hasSent, next }: { email: string; hasSent: boolean; next: string }) {
  const onCode = useMailedCode()
  const navigate = useNavigate()
  return (
    <CheckMail
      email={email}
      lead="We sent you an email. Its link confirms your address and signs you in."
      submit="Confirm"
      hasJustSent={hasSent}
      onCode={(code) => onCode(email, code)}
      send={() =>
        ask((auth) =>
          auth.resend({ type: 'signup', email, options: { emailRedirectTo: `${window.location.origin}${next}` } }),
        )
      }
      onChangeAddress={() => void navigate('/signin?mode=sign-up', { state: { email } satisfies EntryState })}
    />
  )
}

/** For someone with a code from an email that another device requested. */
function CodeByHand({ next }: { next: string }) {
  const [email, setEmail] = useState<string>()
  const onCode = useMailedCode()
  if (email) {
    return (
      <CheckMail
        email={email}
        lead="Enter the code from our latest email."
        hasJustSent={false}
        onCode={(code) => onCode(email, code)}
        send={() => sendLink(email, next)}
        onChangeAddress={() => setEmail(undefined)}
      />
    )
  }
  return (
    <EntryFrame
      title="Confirm your address"
      lead="Did you get an email with a code? Enter the address it was sent to."
      below={<Link to="/signin">Back to sign-in</Link>}
    >
      <AddressForm submit="Continue" isBusy={false} onSubmit={setEmail} />
    </EntryFrame>
  )
}
