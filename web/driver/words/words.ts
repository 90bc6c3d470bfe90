import { en, type DriverText } from '#domain/messages/driver/en.ts'
import { formatMessage, type Catalog, type MessageValues } from '#domain/messages/format-message.ts'
import { isRightToLeft, messageLanguageFor, shippedLanguage, type MessageLanguage } from '#domain/messages/languages.ts'
import { decimalsOf } from '#domain/money.ts'

const key = 'karta-driver.language'
const workspaceKey = 'karta-driver.language.workspace'

/** Says the app's texts, and writes times and numbers, in one language. */
export type Words = ReturnType<typeof wordsIn>

/** The others are loaded when somebody reads them; they are kept for offline with the rest of the app. */
const others: Record<Exclude<MessageLanguage, 'en'>, () => Promise<Catalog<DriverText>>> = {
  id: async () => (await import('#domain/messages/driver/id.ts')).id,
  ar: async () => (await import('#domain/messages/driver/ar.ts')).ar,
}

export async function loadWords(language: MessageLanguage): Promise<Words> {
  return wordsIn(language, language === 'en' ? en : await others[language]())
}

type KeptLanguages = { chosen: string | null; workspace: string | null }

function keptLanguages(): KeptLanguages {
  try {
    return { chosen: localStorage.getItem(key), workspace: localStorage.getItem(workspaceKey) }
  } catch {
    // Storage is blocked: the browser's own.
    return { chosen: null, workspace: null }
  }
}

/** What the driver chose, or else what the workspace is written in, or else what the browser prefers. */
export function wantedLanguage(
  { chosen, workspace } = keptLanguages(),
  browser: readonly string[] = navigator.languages,
): MessageLanguage {
  return messageLanguageFor([chosen, workspace, ...browser].filter((tag) => tag !== null))
}

/** The language of the workspace counts from now on, also at the next start, as long as the driver chooses none. */
export function rememberWorkspaceLanguage(tag: string): void {
  try {
    const language = shippedLanguage(tag)
    if (language) localStorage.setItem(workspaceKey, language)
    else localStorage.removeItem(workspaceKey)
  } catch {
    // The browser's own then.
  }
}

/** The page is written in this language from now on, also at the next start. */
export function rememberLanguage(language: MessageLanguage): void {
  try {
    localStorage.setItem(key, language)
  } catch {
    // The choice lasts until the app is closed.
  }
}

export function showLanguage(language: MessageLanguage): void {
  document.documentElement.lang = language
  document.documentElement.dir = isRightToLeft(language) ? 'rtl' : 'ltr'
}

export function wordsIn(language: MessageLanguage, catalog: Catalog<DriverText>) {
  // English as most of the world writes it, with hours to 24.
  const locale = language === 'en' ? 'en-GB' : language
  const say = (name: DriverText, values?: MessageValues) => formatMessage(catalog[name], locale, values)

  function time(instant: string | number | Date, timeZone?: string): string {
    return new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(instant))
  }

  return {
    language,
    say,
    /** A text by a name that is put together, if there is one. */
    sayIfKnown: (name: string): string | undefined => (name in catalog ? say(name as DriverText) : undefined),
    time,
    /** `14:05`; hours from 24 on are the next day's. */
    timeOfDay(dayTime: string): string {
      const [hours = 0, minutes = 0] = dayTime.split(':').map(Number)
      const written = time(Date.UTC(2000, 0, 1, hours % 24, minutes), 'UTC')
      return hours >= 24 ? say('time.nextDay', { time: written }) : written
    },
    day: (day: string) =>
      new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' }).format(
        new Date(`${day}T00:00:00Z`),
      ),
    /** How long something takes or is ago: `40 s`, `12 min`, `1 h 5 min`. */
    duration(ms: number): string {
      const seconds = Math.max(0, Math.round(ms / 1000))
      if (seconds < 60) return say('time.seconds', { count: seconds })
      const minutes = Math.round(seconds / 60)
      if (minutes < 60) return say('time.minutes', { count: minutes })
      if (minutes >= 2880) return say('time.days', { count: Math.floor(minutes / 1440) })
      return say('time.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
    },
    number: (value: number) => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(value),
    unit: (value: number, unit: 'kilogram' | 'celsius' | 'kilometer' | 'meter' | 'megabyte' | 'percent') =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value),
    /** How far something is: `250 m`, `1.3 km`. */
    distance(meters: number): string {
      const [value, unit] = meters < 1000 ? [Math.round(meters), 'meter'] : [meters / 1000, 'kilometer']
      return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value)
    },
    money: (minor: number, currency: string) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency }).format(minor / 10 ** decimalsOf(currency)),
    list: (items: readonly string[]) =>
      new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' }).format(items),
  }
}
