/** A code in groups of four, as people read it aloud and type it. */
export function grouped(code: string): string {
  return code.replace(/[\s-]/g, '').replace(/(.{4})(?=.)/g, '$1-')
}

/** All codes as a text to save. */
export function asLines(codes: readonly string[]): string {
  return ['Karta recovery codes. Each works once.', '', ...codes.map(grouped), ''].join('\n')
}
