import type { ReactNode } from 'react'
import type { InvitationShown } from '#domain/schema/invitation.ts'
import { formatDate } from '#web/lib/format.ts'
import { roleMay, roleName } from './words.ts'

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Who invites to what, until when. */
export function InvitationLead({ shown }: { shown: InvitationShown }) {
  const { workspace, invited_by, role, driver, note, expires_at, asks_for_two_factors } = shown
  return (
    <div className="grid gap-3">
      <p>
        <strong className="font-medium text-ink">{invited_by}</strong> invites you to join{' '}
        <strong className="font-medium wrap-anywhere text-ink">{workspace}</strong> as {roleName(role)}
        {driver && role === 'driver' && <>, {driver}</>}. {roleMay(role)}
        {driver && role !== 'driver' && ` You will drive as ${driver}, too.`}
      </p>
      {note && <blockquote className="border-l-3 pl-3 wrap-anywhere whitespace-pre-line text-ink">{note}</blockquote>}
      <p className="text-[0.8125rem]">
        The invitation expires on {formatDate(expires_at, zone())}.
        {asks_for_two_factors &&
          ' This workspace asks everybody for a second factor. You can set one up after joining.'}
      </p>
    </div>
  )
}

/** A line with rules beside it. */
export function Or({ children = 'or' }: { children?: ReactNode }) {
  return (
    <p className="my-5 flex items-center gap-3 text-[0.8125rem] text-ink-muted">
      <span aria-hidden="true" className="h-px flex-1 bg-line" />
      {children}
      <span aria-hidden="true" className="h-px flex-1 bg-line" />
    </p>
  )
}
