import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export type Account = { email: string; password: string }

/** Signs a new person up in the browser; ends on the overview of their empty workspace. */
export async function signUp(page: Page): Promise<Account> {
  const account = { email: `${randomUUID()}@example.com`, password: 'correct horse battery' }
  await page.goto('/signin?mode=sign-up')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('heading', { name: 'Welcome to Karta' })).toBeVisible()
  return account
}

/** Fills an empty workspace from its overview. */
export async function loadSampleData(page: Page): Promise<void> {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Load sample data' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByText('120 of 120 pending')).toBeVisible()
}

/** Closes the messages on the screen, as a person does who wants to press what is under them. */
export async function dismissToasts(page: Page): Promise<void> {
  const close = page.getByRole('region', { name: /notification/ }).getByRole('button', { name: 'Close' })
  while ((await close.count()) > 0) await close.first().click()
}
