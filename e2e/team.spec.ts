import type { Page } from '@playwright/test'
import { acceptInvitation, createInvitations } from '#domain/api/invitations.ts'
import { signUp } from './account.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'

/** Calls the API as the page's account. */
async function call(page: Page, accessToken: string, { method, path }: { method: string; path: string }, data: object) {
  const reply = await page.request.fetch(path, { method, headers: { authorization: `Bearer ${accessToken}` }, data })
  expect(reply.ok(), `${method} ${path}: ${await reply.text()}`).toBe(true)
  return reply.json()
}

test('an owner changes a colleague’s role while they type, suspends them and lets them in again', async ({
  page,
  browser,
}) => {
  const maya = await signUp(page, { name: 'Maya Sari' })
  const other = await (await browser.newContext({ baseURL: test.info().project.use.baseURL })).newPage()
  const budi = await signUp(other, { name: 'Budi Santoso' })
  const { link } = await call(page, maya.session.access_token, createInvitations, { role: 'dispatcher', link: true })
  const { workspace_id: workspace } = await call(other, budi.session.access_token, acceptInvitation, {
    token: link.split('#')[1],
  })

  await other.goto(`/dashboard/drivers?new=1&workspace=${workspace}`)
  const form = other.getByRole('dialog', { name: 'Add driver' })
  await form.getByLabel('Name').fill('Half typed')

  await page.goto('/dashboard/team')
  await page.getByRole('row', { name: /Budi Santoso/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: /Role/ }).click()
  await page.getByRole('option', { name: 'Viewer' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /Budi Santoso/ })).toContainText('Viewer')
  await expectNoAxeViolations(page)

  await expect(form).toContainText('Your role was changed, so you can no longer save this.')
  await expect(form.getByLabel('Name')).toHaveValue('Half typed')
  await expect(form.getByRole('button', { name: 'Add driver' })).toBeHidden()

  await page.getByRole('button', { name: 'Actions for Budi Santoso' }).click()
  await page.getByRole('menuitem', { name: 'Suspend…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByRole('row', { name: /Budi Santoso/ })).toContainText('Suspended')
  await expect(other.getByRole('main')).toContainText('Maya Sari')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('row', { name: /Budi Santoso/ })).toContainText('Active')
  await other.getByRole('button', { name: 'Try again' }).click()
  await expect(other.getByRole('link', { name: 'Drivers', exact: true })).toBeVisible()
  await other.context().close()
})
