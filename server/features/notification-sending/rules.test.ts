import { expect, test } from 'vitest'
import { nextRate, recipientMail } from './rules.ts'

test('the rate comes down to what a busy provider takes, stays there, and goes up again with it', () => {
  const follow = (from: number, takes: number, seconds: number) => {
    const rates = [from]
    for (let second = 0; second < seconds; second++) {
      const taken = Math.min(rates.at(-1)!, takes)
      rates.push(nextRate(rates.at(-1)!, { taken, busy: rates.at(-1)! - taken }, 1000))
    }
    return rates
  }
  const down = follow(1000, 500, 30).slice(10)
  expect(Math.min(...down)).toBeGreaterThanOrEqual(490)
  expect(Math.max(...down)).toBeLessThanOrEqual(512)
  expect(follow(500, 2000, 60).at(-1)).toBe(1000)
  expect(follow(1, 1000, 250).at(-1)).toBe(1000)
  expect(nextRate(1, { taken: 0, busy: 1 }, 1000)).toBe(1)
})

test('a template with HTML and formulas is shown as it is written, in an email too', () => {
  const body = '=HYPERLINK("http://evil.example")\n<img src=x onerror=alert(1)> & more\n\nhttps://a.example/t/x'
  const mail = recipientMail({
    to: 'siti@example.com',
    subject: '<b>Hi</b>',
    body,
    language: 'en',
    accent: '"><script>',
    trackingUrl: 'https://a.example/t/x',
    unsubscribeUrl: 'https://a.example/unsubscribe/x',
  })
  expect(mail).toMatchObject({ subject: '<b>Hi</b>', text: expect.stringContaining(body) })
  expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; more')
  expect(mail.html).toContain('<title>&lt;b&gt;Hi&lt;/b&gt;</title>')
  expect(mail.html).not.toMatch(/<(img|script|b)\b/)
})
