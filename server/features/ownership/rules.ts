import { escapeHtml } from '#domain/escape-html.ts'
import type { OwnershipOffer } from '#domain/schema/member.ts'
import type { Mail } from '../../outside/mail.ts'

/** How many days the other side has to answer. */
export const offerDays = 7

export const expiryOf = (now: Date) => new Date(now.getTime() + offerDays * 86_400_000)

export const isOpen = ({ expires_at }: OwnershipOffer, now: Date) => Date.parse(expires_at) > now.getTime()

export type Outcome = 'offered' | 'accepted' | 'declined' | 'withdrawn'

/** A side of an offer that learns of it by mail. */
export type Side = 'from' | 'to'

type Told = { offer: OwnershipOffer; workspaceName: string; teamUrl: string }

/** What each side is told. Whoever just acted needs a mail too where it may not have been them. */
const told: Record<
  Outcome,
  Partial<Record<Side, (about: Told & { until: string }) => [subject: string, ...lines: string[]]>>
> = {
  offered: {
    to: ({ offer, workspaceName, until, teamUrl }) => [
      `${offer.from.name} offers you the ownership of ${workspaceName}`,
      `${offer.from.name} would like to hand the workspace ${workspaceName} over to you. As its owner, you may do everything in it, including billing and deleting it. ${offer.from.name} becomes an admin.`,
      `Accept or decline until ${until} UTC: ${teamUrl}`,
    ],
    from: ({ offer, workspaceName, until, teamUrl }) => [
      `You offered the ownership of ${workspaceName}`,
      `You offered to hand the workspace ${workspaceName} over to ${offer.to.name}, who has until ${until} UTC to accept.`,
      `If this was not you, withdraw the offer and change your password right away: ${teamUrl}`,
    ],
  },
  accepted: {
    to: ({ workspaceName, teamUrl }) => [
      `You are the owner of ${workspaceName}`,
      `The workspace ${workspaceName} is yours now: ${teamUrl}`,
    ],
    from: ({ offer, workspaceName }) => [
      `${offer.to.name} is the owner of ${workspaceName}`,
      `${offer.to.name} accepted, and owns the workspace ${workspaceName} now. You are one of its admins.`,
    ],
  },
  declined: {
    from: ({ offer, workspaceName }) => [
      `${offer.to.name} does not take over ${workspaceName}`,
      `${offer.to.name} declined your offer, so you still own the workspace ${workspaceName}.`,
    ],
  },
  withdrawn: {
    to: ({ offer, workspaceName }) => [
      `The offer of ${workspaceName} was withdrawn`,
      `${offer.from.name} no longer offers to hand the workspace ${workspaceName} over to you. You need not do anything.`,
    ],
  },
}

/** The mail that tells one side of an offer what has become of it, if that side is told at all. */
export function offerMail(outcome: Outcome, side: Side, to: string, about: Told): Mail | undefined {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  const text = told[outcome][side]?.({ ...about, until: format.format(new Date(about.offer.expires_at)) })
  if (!text) return undefined
  // Names may contain line breaks, and a subject may not.
  const [subject, ...lines] = text.map((line) => line.replace(/\s+/g, ' '))
  return {
    to,
    subject: subject!,
    text: `${lines.join('\n\n')}\n`,
    html: lines.map((line) => `<p>${escapeHtml(line)}</p>`).join(''),
  }
}
