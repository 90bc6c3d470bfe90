import { z } from 'zod'

/** The zeros of the digits that people write: ASCII, Arabic, Persian, Devanagari, full width. */
const zeros = ['0', '٠', '۰', '०', '０'].map((zero) => zero.codePointAt(0)!)

const toDigit = (digit: string): string => {
  const code = digit.codePointAt(0)!
  const zero = zeros.find((each) => code >= each && code < each + 10)
  return zero === undefined ? digit : String(code - zero)
}

/** Without what only makes it easier to read. */
const bareNumber = (written: string): string =>
  written
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, toDigit)
    .replace(/[\s()./\p{Pd}]/gu, '')
    .replace(/^00/, '+')

/** A number with its country code, in any way that people write it. Stored as E.164. */
export const InternationalPhone = z
  .string()
  .transform(bareNumber)
  .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/, 'Enter the phone number with its country code, like +62 811 0000 001.'))
  .meta({ id: 'InternationalPhone', example: '+628110000001' })

/** The same, or a number of the workspace's country. Stored as E.164. */
export const Phone = z
  .string()
  .transform(bareNumber)
  .pipe(z.string().regex(/^\+?\d{3,17}$/, 'Enter one phone number, like +62 811 0000 001.'))
  .meta({ id: 'Phone', example: '+628110000001' })
