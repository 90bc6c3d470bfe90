import { reasons as arabicReasons } from '#domain/messages/driver/ar/reasons.ts'
import { reasons as englishReasons } from '#domain/messages/driver/en/reasons.ts'
import { reasons as indonesianReasons } from '#domain/messages/driver/id/reasons.ts'
import type { MessageLanguage } from '#domain/messages/languages.ts'
import { page as arabic } from '#domain/messages/recipient/ar/page.ts'
import { page as english } from '#domain/messages/recipient/en/page.ts'
import { page as indonesian } from '#domain/messages/recipient/id/page.ts'
import { wordsIn } from '#domain/tracking/page/words.ts'

const texts = {
  en: { page: english, reasons: englishReasons },
  id: { page: indonesian, reasons: indonesianReasons },
  ar: { page: arabic, reasons: arabicReasons },
}

/** What the page says in a language, with times of a zone. */
export const wordsOf = (language: MessageLanguage, timeZone: string) => wordsIn(language, texts[language], timeZone)
