import type { MailInSettings } from './schema/mail-in.ts'

/** How a workspace takes orders by mail that never said: not at all. */
export const usualMailIn: MailInSettings = { is_on: false, mapping_id: null, mode: 'replace', senders: [], version: 1 }

/** Whether a sender is among those from whom mail is taken. */
export function isAllowedSender(sender: string, senders: readonly string[]): boolean {
  const address = sender.toLowerCase()
  return senders.some((each) => (each.startsWith('@') ? address.endsWith(each) : address === each))
}
