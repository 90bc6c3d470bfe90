import type { SolverInputError } from '#solver/index.ts'

const short = (text: string, most: number) => (text.length <= most ? text : `${text.slice(0, most)}…`)

/** Where a problem is at fault and why. What came from outside may be quoted in it, and may be very long. */
export function refusalOf({ path, message }: SolverInputError): { path: string; message: string } {
  const sentence = path === '' ? message : message.slice(`${path}: `.length)
  return { path: short(path, 200), message: short(sentence, 500) }
}
