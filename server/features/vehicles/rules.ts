/** The prefix of generated codes. */
export const codePrefix = 'KA-'

const firstNumber = 1001

/** The lowest free codes `KA-1001`, `KA-1002`, … */
export function freeCodes(taken: Iterable<string>, count: number): string[] {
  const used = new Set(taken)
  const free: string[] = []
  for (let number = firstNumber; free.length < count; number++) {
    const code = `${codePrefix}${number}`
    if (!used.has(code)) free.push(code)
  }
  return free
}
