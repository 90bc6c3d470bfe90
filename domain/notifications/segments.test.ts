import { expect, test } from 'vitest'
import { countSegments, toPlain } from './segments.ts'

const of = (text: string) => {
  const { encoding, units, segments } = countSegments(text)
  return [encoding, units, segments]
}

test('a text of GSM-7 has 160 septets, or 153 in each part', () => {
  expect(of('')).toEqual(['GSM-7', 0, 0])
  expect(of('a'.repeat(160))).toEqual(['GSM-7', 160, 1])
  expect(of('a'.repeat(161))).toEqual(['GSM-7', 161, 2])
  expect(of('a'.repeat(306))).toEqual(['GSM-7', 306, 2])
  expect(of('a'.repeat(307))).toEqual(['GSM-7', 307, 3])
  expect(of('èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà')[0]).toBe('GSM-7')
})

test('characters of the extension table are two septets, which stay together', () => {
  expect(of('€'.repeat(80))).toEqual(['GSM-7', 160, 1])
  expect(of(`${'a'.repeat(159)}€`)).toEqual(['GSM-7', 161, 2])
  // 152 septets, then one that does not fit into the 153rd alone.
  expect(of(`${'a'.repeat(152)}€${'a'.repeat(152)}`)).toEqual(['GSM-7', 306, 3])
})

test('one character outside of GSM-7 makes it UCS-2 with 70 units, or 67', () => {
  expect(of(`ح${'a'.repeat(69)}`)).toEqual(['UCS-2', 70, 1])
  expect(of(`ح${'a'.repeat(70)}`)).toEqual(['UCS-2', 71, 2])
  expect(countSegments('Hi ’ there 🚚').unusual).toEqual(['’', '🚚'])
  // 66 units, then an emoji of two that would be split.
  expect(of(`${'ح'.repeat(66)}🚚${'ح'.repeat(66)}`)).toEqual(['UCS-2', 134, 3])
})

test('quotes and dashes become plain where that saves a part', () => {
  expect(toPlain('Don’t – “wait”…')).toBe('Don\'t - "wait"...')
  expect(toPlain('حسنًا – نعم')).toBe('حسنًا – نعم')
})
