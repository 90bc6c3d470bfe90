import { latinDigits } from './latin-digits.ts'

/** More than anybody carries. */
const largest = 1_000_000_000_000

/**
 * An amount as somebody typed it, in minor units: `150.000`, `150,000`, `12,50` and `12.5` mean what people mean by them.
 * The last separator is the decimal one if no more digits follow than the currency has, and it stands there alone; all
 * others group thousands.
 */
export function readAmount(typed: string, decimals: number): number | undefined {
  const text = latinDigits(typed).replace(/[\s\u00a0']/g, '')
  if (!/\d/.test(text)) return undefined
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  const [before, after] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)]
  const isDecimal = at >= 0 && after.length <= decimals && !before.includes(text[at]!)
  const [whole, rest] = isDecimal ? [before, after] : [text, '']
  if (!/^(\d*|\d{1,3}([.,]\d{3})+)$/.test(whole) || !/^\d*$/.test(rest)) return undefined
  const minor = Number(whole.replace(/[.,]/g, '')) * 10 ** decimals + Number(rest.padEnd(decimals, '0'))
  return minor <= largest ? minor : undefined
}
