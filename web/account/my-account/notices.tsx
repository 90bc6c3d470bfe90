import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { readArrival } from '#web/lib/arrival.ts'
import { safeNext } from '#web/lib/session.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { Link } from '#web/ui/link.tsx'
import { PlainNotice } from '#web/ui/plain-notice.tsx'
import { DeletionNotice } from './deletion/deletion-notice.tsx'

/** Notices above the rest of the page. */
export function Notices({ hasFactor }: { hasFactor: boolean }) {
  const [search] = useSearchParams()
  const isOnline = useOnline()
  // The email about a change of address leads here after the first of its two confirmations.
  const [hasConfirmed] = useState(() => readArrival(window.location.href)?.message !== undefined)
  const isAsked = search.get('needs') === 'second-factor'
  const next = search.get('next')
  return (
    <div className="grid gap-3 empty:hidden">
      <DeletionNotice />
      {!isOnline && (
        <PlainNotice tone="warning">
          You are offline. This page may be out of date, and you cannot save anything until you are back online.
        </PlainNotice>
      )}
      {hasConfirmed && (
        <PlainNotice>
          That address is confirmed. To finish the change, open the link we emailed to your other address.
        </PlainNotice>
      )}
      {isAsked && !hasFactor && (
        <PlainNotice tone="warning">
          You need a second factor to continue.{' '}
          <a className="font-semibold underline" href="#second-factors">
            Set one up
          </a>
          .
        </PlainNotice>
      )}
      {isAsked && hasFactor && (
        <PlainNotice>
          Your second factor is set up. <Link to={safeNext(next)}>Continue</Link>
        </PlainNotice>
      )}
    </div>
  )
}
