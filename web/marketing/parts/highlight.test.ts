import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { highlight } from './highlight.ts'

const kindsOf = (code: string) => highlight(code).map(({ kind, text }) => `${kind}:${text}`)

test('tells comments, strings, numbers and keywords apart', () => {
  expect(kindsOf(`const a = "x" // it's 5`)).toEqual([
    'word:const',
    'plain: a = ',
    'string:"x"',
    'plain: ',
    `comment:// it's 5`,
  ])
  expect(kindsOf('{"lat": -6.2, "on": true}')).toEqual([
    'plain:{',
    'string:"lat"',
    'plain:: ',
    'number:-6.2',
    'plain:, ',
    'string:"on"',
    'plain:: ',
    'word:true',
    'plain:}',
  ])
})

test('a URL is not a comment, and a command-line option is not a keyword', () => {
  expect(kindsOf('http://localhost:3000/v1')).toEqual(['plain:http://localhost:3000/v1'])
  expect(kindsOf(`'https://karta.example' --set x-in`)).toEqual([`string:'https://karta.example'`, 'plain: --set x-in'])
})

test('the tokens of every example add up to its code', () => {
  const folder = new URL('../api/examples/', import.meta.url)
  const files = readdirSync(folder)
  expect(files.length).toBeGreaterThanOrEqual(6)
  for (const file of files) {
    const code = readFileSync(new URL(file, folder), 'utf8')
    const tokens = highlight(code)
    expect(tokens.map(({ text }) => text).join('')).toBe(code)
    expect(tokens.filter(({ kind }) => kind === 'string').length, file).toBeGreaterThan(1)
  }
})
