import { expect, test } from 'vitest'
import { closestLanguage, languageNames } from './language.ts'

test('the first preferred language that the list has is chosen, by country if possible', () => {
  expect(closestLanguage(['en-US', 'de-DE'])).toBe('en-US')
  expect(closestLanguage(['id-id'])).toBe('id-ID')
  expect(closestLanguage(['de-LU', 'en-US'])).toBe('de-DE')
  expect(closestLanguage(['en'])).toBe('en-GB')
  expect(closestLanguage(['zh-CN', 'pt'])).toBe('pt-BR')
})

test('without a known language it is British English', () => {
  expect(closestLanguage([])).toBe('en-GB')
  expect(closestLanguage(['zh-CN', ''])).toBe('en-GB')
})

test('every language has an English name of its own', () => {
  const labels = languageNames().map(({ label }) => label)
  expect(labels).toContain('English (United States)')
  expect(labels).toContain('Indonesian (Indonesia)')
  expect(new Set(labels).size).toBe(labels.length)
})
