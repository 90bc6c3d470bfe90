import type { MessageLanguage } from '#domain/messages/languages.ts'
import { orderWordsIn, type OrderWords } from '#domain/order-page/words.ts'

const texts = {
  en: () => import('#domain/messages/recipient/en/order.ts'),
  id: () => import('#domain/messages/recipient/id/order.ts'),
  ar: () => import('#domain/messages/recipient/ar/order.ts'),
}

/** What the order page says, in its language alone. */
export async function loadWords(language: MessageLanguage, timeZone: string): Promise<OrderWords> {
  return orderWordsIn(language, (await texts[language]()).order, timeZone)
}
