import type { PageText } from '#domain/messages/recipient/en/page.ts'
import type { Words } from '#domain/tracking/page/words.ts'
import { Refused } from './sync/api.ts'

/** What the server refuses, in the words of the page. */
const refusals: Record<string, PageText> = {
  not_offered: 'form.closed',
  pin_too_far: 'form.tooFar',
  rate_limited: 'form.tooOften',
  slot_delivery_moving: 'slot.late',
  slot_not_offered: 'slot.taken',
  slot_taken: 'slot.taken',
}

/** Why something did not work, as recipients read it. */
export const whyNot = (error: unknown, { say }: Words): string =>
  say(error instanceof Refused ? (refusals[error.code] ?? 'form.wrong') : 'form.offline')
