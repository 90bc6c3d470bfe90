import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export const form = (page: Page) => page.getByRole('form', { name: 'Message' })
export const sendButton = (page: Page) => page.getByRole('button', { name: /Send Message|Try Again|Sending/ })
export const message = () => ({
  name: 'Ann Example',
  email: `${randomUUID()}@example.com`,
  text: 'Do you deliver to Bogor?',
})

export async function fill(page: Page, given = message()): Promise<ReturnType<typeof message>> {
  await form(page).getByLabel('Name').fill(given.name)
  await form(page).getByLabel('Email').fill(given.email)
  await form(page).getByLabel('Message').fill(given.text)
  return given
}

export async function expectTyped(page: Page, given: ReturnType<typeof message>): Promise<void> {
  await expect(form(page).getByLabel('Name')).toHaveValue(given.name)
  await expect(form(page).getByLabel('Email')).toHaveValue(given.email)
  await expect(form(page).getByLabel('Message')).toHaveValue(given.text)
}

/** A refusal of the API. */
export const problem = (body: { status: number; code: string; title: string }) => ({
  status: body.status,
  contentType: 'application/problem+json',
  body: JSON.stringify(body),
})
