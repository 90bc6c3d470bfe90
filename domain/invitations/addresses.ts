const mailbox = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/
const hostLabel = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** The address in lowercase, as the sign-in service stores it, or null if nobody can have it. */
export function toEmail(text: string): string | null {
  const address = text.trim().toLowerCase()
  const at = address.lastIndexOf('@')
  const name = address.slice(0, Math.max(at, 0))
  const labels = address.slice(at + 1).split('.')
  const isEmail =
    address.length <= 254 &&
    mailbox.test(name) &&
    !/^\.|\.\.|\.$/.test(name) &&
    labels.length > 1 &&
    labels.every((label) => hostLabel.test(label))
  return isEmail ? address : null
}

/** The address in what somebody typed: maya@example.com, “Maya <maya@example.com>”, mailto:maya@example.com. */
export function readAddress(text: string): string | null {
  const within = /<([^<>]*)>\s*$/.exec(text)?.[1]
  return toEmail((within ?? text).trim().replace(/^mailto:/i, ''))
}

/** One entry of a pasted list. */
export type Pasted = {
  /** As it was written. */
  text: string
  /** Null if it is no address. */
  email: string | null
}

/**
 * Reads a pasted list: one or several addresses in a line, separated by commas, semicolons or tabs, with or without
 * names, or a table with a heading and a column of addresses. Addresses that are there twice are counted, not repeated.
 */
export function readPasted(pasted: string): { entries: Pasted[]; repeated: number } {
  const lines = pasted.split(/\r\n|[\n\r\u2028\u2029]/).filter((line) => line.trim() !== '')
  const rows = isTable(lines) ? lines.slice(1).map(onlyAddress) : lines.flatMap(entriesOf)
  const seen = new Set<string>()
  const entries: Pasted[] = []
  let repeated = 0
  for (const text of rows) {
    const email = readAddress(text)
    const key = email ?? text.toLowerCase()
    if (seen.has(key)) repeated++
    else entries.push({ text, email })
    seen.add(key)
  }
  return { entries, repeated }
}

/** Whether the first line names columns, one of which holds addresses. */
function isTable([head = '', ...others]: string[]): boolean {
  return (
    !head.includes('@') && /\be-?mails?\b|\baddress(es)?\b/i.test(head) && others.some((line) => line.includes('@'))
  )
}

/** The cell of a line that is an address, or else the whole line, which then shows as a problem. */
function onlyAddress(line: string): string {
  const cells = split(line)
  return cells.find((cell) => readAddress(cell) !== null) ?? cells.find((cell) => cell.includes('@')) ?? line.trim()
}

/**
 * The entries of a line. A name with a comma in it belongs to the address that follows in angle brackets. Beside a single
 * address, cells are other columns of a table; in a list, what is no address shows as a problem, and is never lost.
 */
function entriesOf(line: string): string[] {
  const cells = split(line)
  const addresses = cells.filter((cell) => cell.includes('@'))
  if (addresses.length === 1 && !line.includes(';')) return addresses
  const entries: string[] = []
  const before: string[] = []
  for (const cell of cells) {
    if (!cell.includes('@')) before.push(cell)
    else if (cell.includes('<')) entries.push([...before.splice(0), cell].join(', '))
    else entries.push(...before.splice(0), cell)
  }
  return [...entries, ...before]
}

/** Cells of a line, at commas, semicolons and tabs outside quotation marks. */
function split(line: string): string[] {
  const cells = line.match(/(?:"[^"]*"|[^,;\t"]|")+/g) ?? []
  return cells
    .map((cell) =>
      cell
        .trim()
        .replace(/^"([^"]*)"$/, '$1')
        .trim(),
    )
    .filter((cell) => cell !== '')
}
