import type { Message, MessageThread } from '#domain/schema/message.ts'

/** How far a message to a driver is. */
export const stateWords: Record<Message['state'], string> = {
  sent: 'Sent, not on the phone yet',
  delivered: 'On the phone',
  read: 'Read',
}

/** Answers that dispatchers can give with one press, until the workspace has its own. */
export const usualAnswers = [
  'OK, thank you.',
  'Please call me.',
  'Wait there, I will look into it.',
  'Skip it and go on.',
]

const saidBy = ({ text, photo, erased_at }: Message) =>
  erased_at ? 'Erased' : text.replaceAll(/\s+/g, ' ') || (photo ? 'Photo' : '')

/** The last message of a thread, in one line. */
export function sayLast({ last, has_account }: Pick<MessageThread, 'last' | 'has_account'>): string {
  if (!last) return has_account ? 'Nothing written yet' : 'No account yet, so no phone'
  return last.from === 'dispatcher' ? `You: ${saidBy(last)}` : saidBy(last)
}
