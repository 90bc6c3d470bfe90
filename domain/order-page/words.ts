import { formatMessage, type Catalog, type MessageValues } from '../messages/format-message.ts'
import type { MessageLanguage } from '../messages/languages.ts'
import type { OrderText } from '../messages/recipient/en/order.ts'
import { formatsIn } from '../tracking/page/formats.ts'

/** How the order page says something in its language. */
export type OrderWords = ReturnType<typeof orderWordsIn>

export function orderWordsIn(language: MessageLanguage, order: Catalog<OrderText>, timeZone: string) {
  const formats = formatsIn(language, timeZone)
  const say = (name: OrderText, values?: MessageValues) => formatMessage(order[name], language, values)
  return {
    ...formats,
    say,
    range: ({ start, end }: { start: string; end: string }) =>
      say('times.range', { from: formats.timeOfDay(start), until: formats.timeOfDay(end) }),
  }
}
