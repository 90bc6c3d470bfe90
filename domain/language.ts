/** What a workspace can choose as the way in which dates, times and numbers are written. Texts are English in all of them. */
export const languages = [
  'en-GB',
  'en-US',
  'en-AU',
  'en-CA',
  'en-IE',
  'en-IN',
  'en-NZ',
  'en-SG',
  'id-ID',
  'da-DK',
  'de-AT',
  'de-CH',
  'de-DE',
  'es-ES',
  'es-MX',
  'fi-FI',
  'fr-CA',
  'fr-FR',
  'it-IT',
  'nb-NO',
  'nl-NL',
  'pl-PL',
  'pt-BR',
  'pt-PT',
  'sv-SE',
] as const

export type Language = (typeof languages)[number]

export const defaultLanguage: Language = 'en-GB'

/** A country's spelling of the language if the list has it, otherwise the language's main one. */
const mainOf: Record<string, Language> = {
  en: 'en-GB',
  id: 'id-ID',
  da: 'da-DK',
  de: 'de-DE',
  es: 'es-ES',
  fi: 'fi-FI',
  fr: 'fr-FR',
  it: 'it-IT',
  nb: 'nb-NO',
  nl: 'nl-NL',
  no: 'nb-NO',
  pl: 'pl-PL',
  pt: 'pt-BR',
  sv: 'sv-SE',
}

/** The first language that a person prefers and the list has. */
export function closestLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const exact = languages.find((language) => language.toLowerCase() === tag.toLowerCase())
    const found = exact ?? mainOf[tag.split('-')[0]!.toLowerCase()]
    if (found) return found
  }
  return defaultLanguage
}

/** Every language with its English name, by name. */
export function languageNames(): { id: Language; label: string }[] {
  const names = new Intl.DisplayNames(['en'], { type: 'language', languageDisplay: 'standard' })
  return languages
    .map((id) => ({ id, label: names.of(id) ?? id }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'))
}
