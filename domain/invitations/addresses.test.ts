import { expect, test } from 'vitest'
import { readAddress, readPasted } from './addresses.ts'

const emailsIn = (pasted: string) => readPasted(pasted).entries.map(({ email }) => email)

test('an address is read as mail programs write it', () => {
  for (const text of [
    'maya@example.com',
    ' Maya@Example.com ',
    'Maya Putri <maya@example.com>',
    '"Putri, Maya" <maya@example.com>',
    '<maya@example.com>',
    'mailto:maya@example.com',
  ]) {
    expect(readAddress(text), text).toBe('maya@example.com')
  }
  for (const text of ['', 'maya', 'maya@', '@example.com', 'maya@localhost', 'a b@example.com', 'a..b@example.com']) {
    expect(readAddress(text), text).toBeNull()
  }
})

test('a list is read with commas, semicolons, tabs and lines between addresses', () => {
  const four = ['a@x.com', 'b@x.com', 'c@x.com', 'd@x.com']
  expect(emailsIn('a@x.com, b@x.com; c@x.com\td@x.com')).toEqual(four)
  expect(emailsIn('a@x.com\r\nb@x.com\n\n  c@x.com\rd@x.com\n')).toEqual(four)
  expect(emailsIn('"Doe, A" <a@x.com>, B <b@x.com>; c@x.com, Doe, D <d@x.com>')).toEqual(four)
})

test('in a table, the column of addresses is read and its heading is not', () => {
  expect(emailsIn('Name,Email,Phone\nMaya,maya@x.com,+62811\n"Doe, B",b@x.com,')).toEqual(['maya@x.com', 'b@x.com'])
  expect(emailsIn('E-mail\tName\na@x.com\tA')).toEqual(['a@x.com'])
  expect(readPasted('Name;Email\nMaya;maya(at)x.com\nB;b@x.com').entries).toEqual([
    { text: 'Maya;maya(at)x.com', email: null },
    { text: 'b@x.com', email: 'b@x.com' },
  ])
})

test('what is no address shows as a problem, wherever it is in a list', () => {
  const textsIn = (pasted: string) => readPasted(pasted).entries.map(({ text }) => text)
  expect(textsIn('Ana <a@x.com>; bexample.com')).toEqual(['Ana <a@x.com>', 'bexample.com'])
  expect(textsIn('nobody; a@x.com; b@x.com')).toEqual(['nobody', 'a@x.com', 'b@x.com'])
  expect(textsIn('a@x.com, bexample.com, c@x.com')).toEqual(['a@x.com', 'bexample.com', 'c@x.com'])
  // Columns beside an address, without a heading.
  expect(textsIn('Maya Putri, maya@x.com, +62 811')).toEqual(['maya@x.com'])
})

test('what is there twice counts once, whatever its letters', () => {
  expect(readPasted('a@x.com\nA@X.com\nMaya <a@x.com>\nnonsense\nnonsense')).toEqual({
    entries: [
      { text: 'a@x.com', email: 'a@x.com' },
      { text: 'nonsense', email: null },
    ],
    repeated: 3,
  })
})

test('of 10,000 lines, half of them nonsense, each is either an address or shown as none', () => {
  const lines = Array.from({ length: 10_000 }, (_, at) => (at % 2 ? `row ${at} "unclosed @ <` : `p${at}@example.com`))
  const { entries, repeated } = readPasted(lines.join('\n'))
  expect(entries.filter(({ email }) => email)).toHaveLength(5000)
  expect(entries.filter(({ email }) => !email)).toHaveLength(5000)
  expect(repeated).toBe(0)
  expect(readPasted('"'.repeat(50_000) + ','.repeat(50_000)).entries.length).toBeLessThanOrEqual(1)
})
