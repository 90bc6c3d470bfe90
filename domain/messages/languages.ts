/** The languages in which drivers and recipients are written to. */
export const messageLanguages = ['en', 'id', 'ar'] as const
export type MessageLanguage = (typeof messageLanguages)[number]

/** Each in itself, as people look for it. */
export const messageLanguageNames: Record<MessageLanguage, string> = {
  en: 'English',
  id: 'Bahasa Indonesia',
  ar: 'العربية',
}

/** How dates, times and amounts are written in each: with digits that everybody reads. */
export const messageLocales: Record<MessageLanguage, string> = { en: 'en-US', id: 'id-ID', ar: 'ar-EG-u-nu-latn' }

export const isRightToLeft = (language: MessageLanguage): boolean => language === 'ar'

/** The language of a tag such as `id-ID`, if there are texts in it. */
export function shippedLanguage(tag: string): MessageLanguage | undefined {
  const main = tag.split('-')[0]!.toLowerCase()
  // Browsers once wrote Indonesian as `in`.
  return messageLanguages.find((language) => language === (main === 'in' ? 'id' : main))
}

/** The first of the languages that somebody prefers (`id-ID`) in which there are texts; English otherwise. */
export function messageLanguageFor(preferred: readonly string[]): MessageLanguage {
  for (const tag of preferred) {
    const found = shippedLanguage(tag)
    if (found) return found
  }
  return 'en'
}
