import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { reasons as arabicReasons } from '#domain/messages/driver/ar/reasons.ts'
import { reasons as englishReasons } from '#domain/messages/driver/en/reasons.ts'
import { reasons as indonesianReasons } from '#domain/messages/driver/id/reasons.ts'
import type { MessageLanguage } from '#domain/messages/languages.ts'
import { page as arabic } from '#domain/messages/recipient/ar/page.ts'
import { page as english } from '#domain/messages/recipient/en/page.ts'
import { page as indonesian } from '#domain/messages/recipient/id/page.ts'
import type { PageFiles } from '#domain/tracking/page/document.ts'
import { wordsIn } from '#domain/tracking/page/words.ts'

const texts = {
  en: { page: english, reasons: englishReasons },
  id: { page: indonesian, reasons: indonesianReasons },
  ar: { page: arabic, reasons: arabicReasons },
}

/** What the page says in a language, with times of a zone. */
export const wordsOf = (language: MessageLanguage, timeZone: string) => wordsIn(language, texts[language], timeZone)

type Manifest = Record<string, { file: string; css?: string[] }>

/** The built files of the page, by the build's own list. Without a build, the page goes without them. */
export function readFiles(siteRoot: string): PageFiles {
  const manifest = join(siteRoot, 'tracking', 'manifest.json')
  if (!existsSync(manifest)) return { script: undefined, styles: [] }
  const entry = (JSON.parse(readFileSync(manifest, 'utf8')) as Manifest)['main.ts']!
  return { script: `/tracking/${entry.file}`, styles: (entry.css ?? []).map((file) => `/tracking/${file}`) }
}
