/** The wanted name, with the lowest number appended that makes it unique. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const names = new Set(taken)
  if (!names.has(wanted)) return wanted
  let number = 2
  while (names.has(`${wanted} ${number}`)) number++
  return `${wanted} ${number}`
}
