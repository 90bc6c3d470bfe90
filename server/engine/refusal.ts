import type { SolverInputError } from '#solver/index.ts'
import type { Refusal } from './protocol.ts'

const shorten = (text: string, most: number) => (text.length <= most ? text : `${text.slice(0, most)}…`)

/** Where a problem is wrong, and why. It may quote what came from outside, which may be very long. */
export function refusalOf({ path, message }: SolverInputError): Refusal {
  const sentence = path === '' ? message : message.slice(`${path}: `.length)
  return { kind: 'refused', path: shorten(path, 200), message: shorten(sentence, 500) }
}
