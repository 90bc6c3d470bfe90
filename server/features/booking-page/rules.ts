import { order as arabic } from '#domain/messages/recipient/ar/order.ts'
import { order as english } from '#domain/messages/recipient/en/order.ts'
import { order as indonesian } from '#domain/messages/recipient/id/order.ts'
import type { MessageLanguage } from '#domain/messages/languages.ts'
import { orderWordsIn } from '#domain/order-page/words.ts'

const texts = { en: english, id: indonesian, ar: arabic }

/** What the page says in a language, with times of a zone. */
export const wordsOf = (language: MessageLanguage, timeZone: string) =>
  orderWordsIn(language, texts[language], timeZone)
