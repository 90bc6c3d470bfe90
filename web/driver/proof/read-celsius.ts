import { latinDigits } from '../cash/latin-digits.ts'

/** A reading as somebody typed it, with a comma or a point; nothing if it is none. */
export function readCelsius(typed: string): number | undefined {
  const text = latinDigits(typed.trim()).replace(',', '.')
  if (!/^[-+]?\d{1,3}(\.\d{1,2})?$/.test(text)) return undefined
  const celsius = Number(text)
  return Math.abs(celsius) <= 100 ? celsius : undefined
}
