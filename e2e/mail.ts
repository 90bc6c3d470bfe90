import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** The newest mail to an address with a matching subject, as `/dev/mail` shows it. */
export async function mailTo(page: Page, address: string, subject: RegExp): Promise<string> {
  let found = ''
  const mailbox = await page.context().newPage()
  await expect(async () => {
    await mailbox.goto('/dev/mail')
    const mail = mailbox
      .locator('article')
      .filter({ has: mailbox.locator('dd', { hasText: address }) })
      .filter({ has: mailbox.getByRole('heading', { name: subject }) })
    found = await mail.first().innerText({ timeout: 1000 })
  }).toPass()
  await mailbox.close()
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
