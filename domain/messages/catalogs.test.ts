import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { expect, test } from 'vitest'
import { failureReasons } from '../failure-reasons.ts'
import { ar } from './driver/ar.ts'
import { en } from './driver/en.ts'
import { id } from './driver/id.ts'
import { order as arOrder } from './recipient/ar/order.ts'
import { page as arPage } from './recipient/ar/page.ts'
import { order as enOrder } from './recipient/en/order.ts'
import { page as enPage } from './recipient/en/page.ts'
import { order as idOrder } from './recipient/id/order.ts'
import { page as idPage } from './recipient/id/page.ts'
import { formatMessage } from './format-message.ts'
import { messageLanguageFor, messageLanguages } from './languages.ts'

const driver = { en, id, ar }
/** What drivers and recipients read. */
const catalogs = {
  en: { ...en, ...enPage, ...enOrder },
  id: { ...id, ...idPage, ...idOrder },
  ar: { ...ar, ...arPage, ...arOrder },
}

/** What a message is filled in with, and how: `count plural`, `name`. */
function holes(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      const inner = Object.values(element.options).flatMap(({ value }) => holes(value))
      return [`${element.value} ${element.type === TYPE.plural ? 'plural' : 'select'}`, ...inner]
    }
    return element.type === TYPE.argument ? [element.value] : []
  })
}
const holesOf = (message: string) => [...new Set(holes(parse(message, { ignoreTag: true })))].toSorted()

test.each(['id', 'ar'] as const)('%s says everything that English says, filled in with the same', (language) => {
  const catalog = catalogs[language]
  expect(Object.keys(catalog).toSorted()).toEqual(Object.keys(catalogs.en).toSorted())
  const wrong = Object.entries(catalogs.en).filter(
    ([name, message]) => holesOf(message).join() !== holesOf(catalog[name as keyof typeof catalogs.en]).join(),
  )
  expect(wrong.map(([name]) => name)).toEqual([])
})

test.each(messageLanguages)('the plurals of %s have every form that the language has', (language) => {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const poor = Object.entries(catalogs[language]).filter(([, message]) =>
    parse(message, { ignoreTag: true }).some((element) => {
      if (element.type !== TYPE.plural) return false
      const given = Object.keys(element.options)
      // A symbol, such as of minutes, is the same for any number.
      return given.length > 1 && forms.some((form) => !given.includes(form))
    }),
  )
  expect(poor.map(([name]) => name)).toEqual([])
})

test('numbers take the plural of the language', () => {
  const say = (language: keyof typeof driver, count: number) =>
    formatMessage(driver[language]['stop.parcels'], language, { count })
  expect([say('en', 1), say('en', 2), say('id', 2), say('ar', 2), say('ar', 5)]).toEqual([
    '1 parcel',
    '2 parcels',
    '2 paket',
    'طردان',
    '5 طرود',
  ])
})

test('what people wrote is not read as markup', () => {
  expect(formatMessage('Text from {name}', 'en', { name: '<b>{x}</b>' })).toBe('Text from <b>{x}</b>')
})

test('the reasons are those of the dashboard', () => {
  for (const [name, { label }] of Object.entries(failureReasons))
    expect(en).toMatchObject({ [`reason.${name}`]: label })
})

test('the language is the first of the browser’s that there are texts in', () => {
  expect(messageLanguageFor(['fr-FR', 'in-ID', 'ar'])).toBe('id')
  expect(messageLanguageFor(['ar-EG'])).toBe('ar')
  expect(messageLanguageFor(['fr'])).toBe('en')
})
