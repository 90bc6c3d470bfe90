import { expect, test } from 'vitest'
import { chooseRedirect, isAllowedRedirect, matchesGlob, withMembers } from './redirects.ts'

const settings = {
  siteUrl: 'https://karta.example.com',
  redirectAllowList: ['https://*.example.org/**', 'com.karta.app://**', 'https://exact.example.net/back'],
}

test.each([
  'https://karta.example.com',
  'https://karta.example.com/dashboard?tab=jobs#top',
  'https://a.example.org/any/where',
  'com.karta.app://signed-in',
  'https://exact.example.net/back#fragment',
])('%s is allowed', (wanted) => {
  expect(isAllowedRedirect(settings, wanted)).toBe(true)
})

test.each([
  '//evil.example',
  '/dashboard',
  'https:evil.example',
  'https:/evil.example',
  'https:\\\\karta.example.com@evil.example',
  'https://karta.example.com@evil.example/',
  'https://karta.example.com:443@evil.example/',
  'https://@karta.example.com/',
  'https://karta.example.com\\@evil.example',
  'https://karta.example.com%40evil.example/',
  'https://karta.example.com.evil.example/',
  'https://evil.example/https://karta.example.com',
  'https://a.b.example.org/x',
  'https://evilexample.org/x',
  'http://karta.example.com/',
  'https://karta.example.com:8443/',
  'https://exact.example.net/back/more',
  'https://2130706433/',
  'https://0x7f.0.0.1/',
  'javascript:alert(1)//https://karta.example.com',
  'data:text/html,x',
  ' https://karta.example.com',
  'https://karta.example.com/\r\nLocation: https://evil.example',
  'https://karta.example.com/\u0000',
  `https://karta.example.com/${'x'.repeat(3000)}`,
  '',
])('%s is not', (wanted) => {
  expect(isAllowedRedirect(settings, wanted)).toBe(false)
})

test('on this machine the port does not matter', () => {
  const local = { siteUrl: 'http://localhost:3000', redirectAllowList: [] }
  expect(isAllowedRedirect(local, 'http://localhost:5173/x')).toBe(true)
  expect(isAllowedRedirect(local, 'https://localhost:5173/x')).toBe(false)
  expect(
    isAllowedRedirect({ siteUrl: 'http://127.0.0.1:3000', redirectAllowList: [] }, 'http://2130706433:3000/'),
  ).toBe(false)
})

test('the first allowed address is used, or else the site', () => {
  expect(chooseRedirect(settings, undefined, 'https://evil.example', 'https://a.example.org/x')).toBe(
    'https://a.example.org/x',
  )
  expect(chooseRedirect(settings, 'https://evil.example')).toBe('https://karta.example.com')
})

test('globs split segments at dots and slashes', () => {
  expect(matchesGlob('https://*.a.com/*', 'https://x.a.com/y')).toBe(true)
  expect(matchesGlob('https://*.a.com/*', 'https://x.a.com/y/z')).toBe(false)
  expect(matchesGlob('https://*.a.com/*', 'https://x.y.a.com/z')).toBe(false)
  expect(matchesGlob('https://a.com/**', 'https://a.com/y/z.html')).toBe(true)
  expect(matchesGlob('http://localhost:300?', 'http://localhost:3001')).toBe(true)
  expect(matchesGlob('https://{a,b}.com/[a-c]x', 'https://b.com/cx')).toBe(true)
  expect(matchesGlob('https://{a,b}.com/[!a-c]x', 'https://b.com/cx')).toBe(false)
  expect(matchesGlob('https://a.com', 'https://aXcom')).toBe(false)
})

test('parameters are added to the query or replace the fragment', () => {
  expect(withMembers('https://a.com/x', { code: '1' }, 'query')).toBe('https://a.com/x?code=1')
  expect(withMembers('https://a.com/x?a=b#c', { code: '1 2' }, 'query')).toBe('https://a.com/x?a=b&code=1+2#c')
  expect(withMembers('https://a.com/x?a=b#c', { error: 'e' }, 'fragment')).toBe('https://a.com/x?a=b#error=e')
})
