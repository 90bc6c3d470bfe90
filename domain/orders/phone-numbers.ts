import { readPhone } from '../phone.ts'

const fields = ['recipient_phone', 'pickup_phone'] as const
export type WithPhones = { [Field in (typeof fields)[number]]?: string | null | undefined }
type Problem = { path: string; message: string }

/** Whether a number is one of the workspace's country, because it says none. */
export const hasNational = (order: WithPhones): boolean =>
  fields.some((field) => order[field] && !order[field].startsWith('+'))

/**
 * An order with its phone numbers in E.164, or which of them nobody can have. Numbers without a country code are of
 * `country`; without a country, there are none.
 */
export function withNumbers<Order extends WithPhones>(
  order: Order,
  country: string | null,
): { order: Order } | { problem: Problem } {
  const read: WithPhones = {}
  for (const path of fields) {
    const written = order[path]
    if (!written) continue
    const number = readPhone(written, country)?.number
    if (!number) return { problem: { path, message: whyNot(written, country) } }
    if (number !== written) read[path] = number
  }
  return { order: { ...order, ...read } }
}

function whyNot(written: string, country: string | null): string {
  if (written.startsWith('+') || !country)
    return 'No phone can have this number. Check its digits and its country code.'
  const name = new Intl.DisplayNames(['en'], { type: 'region' }).of(country)
  return `This is not a phone number of the workspace’s country (${name}). Write any other one with its country code, like +62 811 0000 001.`
}
