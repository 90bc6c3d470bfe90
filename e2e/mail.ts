import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** The link to `/dev/messages` that the server printed when it started. */
export function mailbox(): string {
  const token = readFileSync(join(process.env.KARTA_E2E_DATA!, 'mail-token'), 'utf8').trim()
  return `/dev/messages?token=${token}`
}

/** The newest mail to an address with a matching subject, as `/dev/messages` shows it. */
export async function mailTo(page: Page, address: string, subject: RegExp): Promise<string> {
  let found = ''
  const tab = await page.context().newPage()
  await expect(async () => {
    await tab.goto(mailbox())
    const mail = tab
      .locator('article')
      .filter({ has: tab.locator('dd', { hasText: address }) })
      .filter({ has: tab.getByRole('heading', { name: subject }) })
    found = await mail.first().innerText({ timeout: 1000 })
  }).toPass()
  await tab.close()
  return found
}

/** The link in a mail. */
export function linkIn(mail: string): string {
  return /https?:\/\/\S+\/auth\/v1\/verify\?\S+/.exec(mail)![0]
}

/** The six-digit code in a mail. */
export function codeIn(mail: string): string {
  return /\bcode: (\d{6})\b/.exec(mail)![1]!
}
