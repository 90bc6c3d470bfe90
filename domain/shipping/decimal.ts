import { decimalsOf } from '../money.ts'

/** An amount in the smallest unit as shops write it, without floating point: 590 is 5.90 in euros, and 590 in yen. */
export function toDecimal(minor: number, currency: string): string {
  const decimals = decimalsOf(currency)
  const digits = String(minor).padStart(decimals + 1, '0')
  return decimals ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` : digits
}

/** A decimal number in the smallest unit; what is smaller than that is rounded half up. NaN is no amount. */
export function fromDecimal(text: string, currency: string): number {
  const found = /^(-?)(\d{1,15})(?:\.(\d*))?$/.exec(text.trim())
  if (!found) return NaN
  const [, sign, whole = '', fraction = ''] = found
  const decimals = decimalsOf(currency)
  const minor =
    Number(whole + fraction.padEnd(decimals, '0').slice(0, decimals)) + (Number(fraction[decimals] ?? 0) >= 5 ? 1 : 0)
  return sign ? -minor : minor
}
