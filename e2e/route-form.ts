import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export const field = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
export const optimize = (page: Page) => page.getByRole('button', { name: 'Optimize Route' }).click()
export const redBox = (page: Page) => page.getByRole('alert')
export const summary = (page: Page) => page.getByRole('definition')
export const pin = (page: Page, name: RegExp) => page.locator('.leaflet-marker-pane').getByRole('button', { name })

/** Opens the page and waits until the form is ready. */
export async function open(page: Page) {
  await page.goto('/route-optimization')
  await expect(field(page, 'Depot address')).toBeEnabled()
}

/** Fills in addresses. Coordinates count as addresses that bring their own position. */
export async function enter(page: Page, ...addresses: string[]) {
  for (const [index, address] of addresses.entries()) {
    const name = index === 0 ? 'Depot address' : `Delivery point ${index}`
    if ((await field(page, name).count()) === 0) await page.getByRole('button', { name: 'Add stop' }).click()
    await field(page, name).fill(address)
  }
}

/** How many pixels of the map's canvas have a color. */
export const painted = (page: Page, color: readonly [number, number, number]) =>
  page.locator('.leaflet-overlay-pane canvas').evaluate((canvas, wanted) => {
    const { width, height } = canvas as HTMLCanvasElement
    const { data } = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height)
    let count = 0
    for (let at = 0; at < data.length; at += 4)
      if (wanted.every((value, channel) => Math.abs(data[at + channel]! - value) < 4) && data[at + 3]! > 200) count += 1
    return count
  }, color)

export const nearestColor = [0xb8, 0x44, 0x0f] as const
export const engineColor = [0x0b, 0x7a, 0x5e] as const
