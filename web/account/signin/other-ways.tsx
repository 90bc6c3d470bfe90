import { useState, type MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { cx } from '#web/ui/cx.ts'
import { Link } from '#web/ui/link.tsx'
import { PlainLinkButton } from '#web/ui/plain-link-button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { sentenceForPasskey } from '../sentences.ts'
import { ask } from '../ask.ts'
import { takesPasskeys } from '../providers.ts'
import { onwards } from './use-entrance.ts'
import type { EntryState } from './use-typed-email.ts'

type OtherWaysProps = {
  next: string
  /** The address in the form, to carry to the next page. */
  readEmail: () => string
  isDisabled: boolean
  onFailure: (sentence: string | undefined) => void
  onDone: () => void
}

/** Ways to sign in without the password, below the form. */
export function OtherWays({ next, readEmail, isDisabled, onFailure, onDone }: OtherWaysProps) {
  // Nearly every browser supports passkeys, so their line keeps its place until that is known and nothing moves.
  const isKnown = useHydrated()
  const hasPasskeys = !isKnown || takesPasskeys()
  const [isBusy, setBusy] = useState(false)
  const navigate = useNavigate()
  const carryEmail = (event: MouseEvent, to: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    void navigate(to, { state: { email: readEmail() } satisfies EntryState })
  }
  const usePasskey = async () => {
    setBusy(true)
    onFailure(undefined)
    const failure = await ask((auth) => auth.signInWithPasskey(), sentenceForPasskey)
    setBusy(false)
    onFailure(failure)
    if (!failure) onDone()
  }
  const mailed = onwards('/signin/link', next)
  return (
    <ul className="mt-5 grid justify-items-center gap-2.5 text-[0.8125rem] pointer-coarse:gap-4">
      <li>
        <Link to="/signin/forgot" onClick={(event) => carryEmail(event, '/signin/forgot')}>
          Forgot password?
        </Link>
      </li>
      <li>
        <Link to={mailed} onClick={(event) => carryEmail(event, mailed)}>
          Email me a sign-in link
        </Link>
      </li>
      {hasPasskeys && (
        <li className={cx(!isKnown && 'invisible')}>
          <PlainLinkButton disabled={isDisabled || isBusy} onClick={() => void usePasskey()}>
            {isBusy ? 'Waiting for your passkey…' : 'Use a passkey'}
          </PlainLinkButton>
        </li>
      )}
    </ul>
  )
}
