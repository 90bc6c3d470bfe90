import { escapeHtml } from '#domain/escape-html.ts'
import { graceDays, type TierName } from '#domain/tiers.ts'
import type { Mail } from '../../outside/mail.ts'
import type { PaidSubscription } from '../../outside/stripe.ts'

const dayMs = 86_400_000

type Terms = { tier: TierName; licenses: number | null; planning_stops_at: Date | null }
type Known = { overdueSince: Date | null; followsDrivers: boolean; tier: TierName }

/**
 * The tier that a subscription gives, and since when a payment has failed. What an operator gave, Enterprise, stays.
 * Undefined while nothing was paid yet.
 */
export function termsOf(
  { status, quantity }: Pick<PaidSubscription, 'status' | 'quantity'>,
  { overdueSince, followsDrivers, tier }: Known,
  now: Date,
): { overdueSince: Date | null; terms: Terms } | undefined {
  if (status === 'incomplete') return undefined
  if (tier === 'enterprise') {
    return { overdueSince: null, terms: { tier, licenses: null, planning_stops_at: null } }
  }
  if (status === 'canceled' || status === 'incomplete_expired') {
    const isPaid = tier === 'standard' && status === 'incomplete_expired'
    return isPaid ? undefined : { overdueSince: null, terms: { tier: 'free', licenses: null, planning_stops_at: null } }
  }
  const isOverdue = status === 'past_due' || status === 'unpaid' || status === 'paused'
  const since = isOverdue ? (overdueSince ?? now) : null
  return {
    overdueSince: since,
    terms: {
      tier: 'standard',
      licenses: followsDrivers ? null : quantity,
      planning_stops_at: since && new Date(since.getTime() + graceDays * dayMs),
    },
  }
}

type Told = { to: string; workspaceName: string; pageUrl: string }

/** Tells an owner that a payment failed. */
export function overdueMail({ to, workspaceName, pageUrl, stopsOn }: Told & { stopsOn: string }): Mail {
  return mailOf(to, `A payment for ${workspaceName} failed`, [
    `The payment for ${workspaceName} failed. Everything goes on as before until ${stopsOn}. After that, no new plans can be made or dispatched until it is paid; routes under way are always finished, and nothing is deleted.`,
    `Pay, or use another card: ${pageUrl}`,
  ])
}

/** Tells whoever runs the server that a customer disputes a charge. */
export function disputeMail({ to, workspaceName, pageUrl }: Told): Mail {
  return mailOf(to, `A charge of ${workspaceName} is disputed`, [
    `A charge for ${workspaceName} is disputed. Answer in the payment service; Karta changes nothing by itself.`,
    `The workspace’s billing page, for its owner: ${pageUrl}`,
  ])
}

function mailOf(to: string, subject: string, lines: string[]): Mail {
  return {
    to,
    subject: subject.replace(/[\r\n]+/g, ' '),
    text: `${lines.join('\n\n')}\n`,
    html: lines.map((line) => `<p>${escapeHtml(line)}</p>`).join(''),
  }
}
