import type { DriverText } from '#domain/messages/driver/en.ts'
import type { KeptEntry } from '../store/database.ts'
import type { Words } from './words.ts'

/** What was done, and what became of it, in the driver's language where there are words for the reason. */
export function outcomeText(
  { say, sayIfKnown }: Pick<Words, 'say' | 'sayIfKnown'>,
  { entry, result }: KeptEntry,
): string {
  const what = say(`did.${entry.kind}` as DriverText)
  const why = (result?.code && sayIfKnown(`outcome.${result.code}`)) ?? result?.sentence ?? ''
  return `${what} ${why}`.trim()
}
