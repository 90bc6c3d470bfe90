import type { Locator, Page } from '@playwright/test'

/** Types into our own date and time fields, part by part in the order of British English: `2026-12-01T10:30`, `09:00`. */
export async function typeInto(page: Page, field: Locator, value: string): Promise<void> {
  const [day, time] = value.includes('T') ? value.split('T') : value.includes('-') ? [value, ''] : ['', value]
  const [year = '', month = '', date = ''] = day!.split('-')
  await field.getByRole('spinbutton').first().click()
  await page.keyboard.type(`${date}${month}${year}${time!.replace(':', '')}`)
}
