import { AppError } from '#domain/errors.ts'
import type { BrowserSubscription } from '#domain/schema/push.ts'
import { setWorkspace, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Recipient } from '../../http/callers/recipient.ts'
import { subscribeBrowser, unsubscribeBrowser } from '../notifications/commands.ts'
import { readTracking } from '../tracking/queries.ts'

/**
 * A browser of whoever has the link is told what happens to the delivery.
 * @throws AppError `not_offered`, `push_endpoint_refused`, `too_many_browsers`
 */
export async function subscribe(
  trx: Trx,
  deps: Pick<Deps, 'push' | 'now'>,
  who: Recipient,
  { endpoint, keys }: BrowserSubscription,
): Promise<void> {
  const { may_notify: isOffered } = await readTracking(trx, who, deps.now())
  if (!isOffered) throw new AppError('not_offered')
  // Recipients write nothing themselves.
  await setWorkspace(trx, who.workspaceId)
  await subscribeBrowser(trx, deps, who, { endpoint, ...keys })
}

/** A browser is told nothing more, also after the end of the delivery. */
export async function unsubscribe(trx: Trx, who: Recipient, endpoint: string): Promise<void> {
  await setWorkspace(trx, who.workspaceId)
  await unsubscribeBrowser(trx, who, endpoint)
}
