import type { MessageLanguage } from '#domain/messages/languages.ts'
import { wordsIn, type Words } from '#domain/tracking/page/words.ts'

const texts = {
  en: () =>
    Promise.all([import('#domain/messages/recipient/en/page.ts'), import('#domain/messages/driver/en/reasons.ts')]),
  id: () =>
    Promise.all([import('#domain/messages/recipient/id/page.ts'), import('#domain/messages/driver/id/reasons.ts')]),
  ar: () =>
    Promise.all([import('#domain/messages/recipient/ar/page.ts'), import('#domain/messages/driver/ar/reasons.ts')]),
}

/** What the page says, in the recipient's language alone. */
export async function loadWords(language: MessageLanguage, timeZone: string): Promise<Words> {
  const [{ page }, { reasons }] = await texts[language]()
  return wordsIn(language, { page, reasons }, timeZone)
}
