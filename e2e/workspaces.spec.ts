import type { Page } from '@playwright/test'
import { createDelivery } from '#domain/api/deliveries.ts'
import { acceptInvitation, createInvitations } from '#domain/api/invitations.ts'
import { createWorkspace, listWorkspaces } from '#domain/api/workspaces.ts'
import { signUp } from './account.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'

/** Calls the API as the page's account, in one of its workspaces. */
function callsOf(page: Page, accessToken: string) {
  return async ({ method, path }: { method: string; path: string }, data?: object, workspace?: string) => {
    const headers = { authorization: `Bearer ${accessToken}`, ...(workspace && { 'karta-workspace': workspace }) }
    const reply = await page.request.fetch(path, { method, headers, ...(data && { data }) })
    expect(reply.ok(), `${method} ${path}: ${await reply.text()}`).toBe(true)
    return reply.json()
  }
}

const shown = (page: Page) => page.getByRole('button', { name: /^Workspace: / })

test('each tab works in a workspace of its own, and two people on one delivery see each other', async ({
  page,
  browser,
}) => {
  const maya = await signUp(page, { name: 'Maya Sari' })
  const call = callsOf(page, maya.session.access_token)
  const north = (await call(listWorkspaces)).data[0]
  const south = await call(createWorkspace, { name: 'South' })

  await page.goto('/dashboard')
  await expect(shown(page)).toContainText('South')
  const tab = await page.context().newPage()
  await tab.goto('/dashboard')
  await expect(shown(tab)).toContainText('South')
  await tab.keyboard.press('ControlOrMeta+Shift+O')
  await expect(tab.getByRole('menuitemradio', { name: 'South', checked: true })).toBeFocused()
  await expectNoAxeViolations(tab)
  await tab.keyboard.press('ArrowDown')
  await tab.keyboard.press('Enter')
  await expect(shown(tab)).toContainText(north.name)
  await tab.getByRole('link', { name: 'Deliveries', exact: true }).click()
  await expect(tab).toHaveURL(`/dashboard/deliveries?workspace=${north.id}`)
  await tab.reload()
  await expect(shown(tab)).toContainText(north.name)
  await page.reload()
  await expect(shown(page)).toContainText('South')
  await expect(page).toHaveURL(`/dashboard?workspace=${south.id}`)
  await tab.close()

  const other = await (await browser.newContext({ baseURL: test.info().project.use.baseURL })).newPage()
  const budi = await signUp(other, { name: 'Budi Santoso' })
  const { link } = await call(createInvitations, { role: 'dispatcher', link: true }, south.id)
  await callsOf(other, budi.session.access_token)(acceptInvitation, { token: link.split('#')[1] })
  const delivery = { delivery_address: 'Jl. Thamrin 1', scheduled_date: '2099-03-16' }
  const { id } = await call(createDelivery, delivery, south.id)
  const address = `/dashboard/deliveries?delivery=${id}&workspace=${south.id}`
  await page.goto(address)
  await other.goto(address)
  await expect(page.getByRole('button', { name: 'Budi Santoso is here' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Maya Sari is here' })).toBeVisible()
  await other.close()
  await expect(page.getByRole('button', { name: 'Budi Santoso is here' })).toBeHidden()
})
