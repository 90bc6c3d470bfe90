import { IntlMessageFormat } from 'intl-messageformat'

/** What a message is filled in with. */
export type MessageValues = Record<string, string | number>

/** Texts by their names, in ICU MessageFormat: plurals as each language has them. */
export type Catalog<Name extends string = string> = Readonly<Record<Name, string>>

// Reading a message costs far more than filling it in.
const read = new Map<string, IntlMessageFormat>()

/** A message of a catalog as its language writes it: `{count, plural, one {# stop} other {# stops}}`. */
export function formatMessage(message: string, language: string, values: MessageValues = {}): string {
  if (!message.includes('{') && !message.includes("'")) return message
  const key = `${language}\n${message}`
  let format = read.get(key)
  // Tags are no markup here: what people wrote may contain anything.
  if (!format) read.set(key, (format = new IntlMessageFormat(message, language, undefined, { ignoreTag: true })))
  return String(format.format(values))
}
