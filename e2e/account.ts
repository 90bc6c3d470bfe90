import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { loadSampleData } from '#domain/api/workspace.ts'
import { expect, test } from './fixtures.ts'

export type Account = { email: string; password: string }

export const newAccount = (): Account => ({
  email: `${randomUUID()}@example.com`,
  password: 'correct horse battery',
})

type Session = { access_token: string; refresh_token: string }

/** Makes an account by a call; the browser knows nothing of it. */
export async function register(
  page: Page,
  account = newAccount(),
  name?: string,
): Promise<Account & { session: Session }> {
  const data = { ...account, data: { time_zone: 'Asia/Jakarta', ...(name && { full_name: name }) } }
  const reply = await page.request.post('/auth/v1/signup', { data })
  expect(reply.status(), 'status of the sign-up').toBe(200)
  return { ...account, session: (await reply.json()) as Session }
}

type SignUp = { sampleData?: boolean; name?: string }

/** Makes an account by a call. Pages that open from then on hold its session. */
export async function signUp(
  page: Page,
  { sampleData = false, name }: SignUp = {},
): Promise<Account & { session: Session }> {
  const account = await register(page, newAccount(), name)
  if (sampleData) {
    const headers = { authorization: `Bearer ${account.session.access_token}` }
    const reply = await page.request.post(loadSampleData.path, { headers })
    expect(reply.status(), 'status of the sample data').toBe(201)
  }
  const origin = new URL(test.info().project.use.baseURL!).origin
  const localStorage = [{ name: 'karta-session', value: JSON.stringify(account.session) }]
  await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage }] })
  return account
}

/** Closes the messages on the screen, as people do who want to press what is under them. */
export async function dismissToasts(page: Page): Promise<void> {
  const close = page.getByRole('region', { name: /notification/ }).getByRole('button', { name: 'Close' })
  // A toast may leave on its own at any moment, so no click may wait for one.
  await close.evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()))
  await expect(close).toHaveCount(0)
}
