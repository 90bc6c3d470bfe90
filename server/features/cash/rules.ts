import { decimalsOf, toMajor } from '#domain/money.ts'

/** An amount as alerts say it, such as `USD 12.50`. */
export function sayCash(minor: number, currency: string): string {
  const digits = decimalsOf(currency)
  const format = new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return `${currency} ${format.format(toMajor(minor, currency))}`
}

type Taken = { number: number; due: number; taken: number; currency: string; driver: string }

/** What an alert says if not exactly what was due was taken. */
export function whatDiffers({ number, due, taken, currency, driver }: Taken): string | undefined {
  if (taken === due) return undefined
  const say = (amount: number) => sayCash(amount, currency)
  if (taken === 0) return `${driver} took no cash at delivery ${number}. ${say(due)} was due.`
  if (due === 0) return `${driver} took ${say(taken)} at delivery ${number}, where nothing was due.`
  return `${driver} took ${say(taken)} at delivery ${number}. ${say(due)} was due.`
}

export const deliveryKey = (deliveryId: string) => `cash:${deliveryId}`
export const handInKey = (handInId: string) => `cash_hand_in:${handInId}`
export const balanceKey = (driverId: string) => `cash_balance:${driverId}`
