import { RestError } from '../protocol/errors.ts'

/** Reads a text from left to right, and says where it stopped making sense. */
export class Scanner {
  readonly text: string
  readonly #what: string
  at = 0

  /** @param what the kind of text, for the message, such as `filter` */
  constructor(text: string, what: string) {
    this.text = text
    this.#what = what
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length
  }

  /** Whether this comes next. */
  sees(token: string): boolean {
    return this.text.startsWith(token, this.at)
  }

  /** Takes this if it comes next. */
  takes(token: string): boolean {
    const isNext = this.sees(token)
    if (isNext) this.at += token.length
    return isNext
  }

  /** Takes what a sticky pattern matches here. Undefined, and nothing taken, if it does not. */
  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (found) this.at = pattern.lastIndex
    return found ?? undefined
  }

  expect(token: string): void {
    if (!this.takes(token)) this.fail(`"${token}"`)
  }

  expectEnd(): void {
    if (!this.isAtEnd) this.fail('end of input')
  }

  rest(): string {
    const found = this.text.slice(this.at)
    this.at = this.text.length
    return found
  }

  /** @throws RestError PGRST100 that names what should have come here */
  fail(expecting: string): never {
    const next = this.text[this.at]
    const unexpected = next === undefined ? 'end of input' : JSON.stringify(next)
    this.refuse(`unexpected ${unexpected} expecting ${expecting}`)
  }

  /** @throws RestError PGRST100 */
  refuse(details: string): never {
    const shown = this.text.length > 200 ? `${this.text.slice(0, 200)}…` : this.text
    const message = `"failed to parse ${this.#what} (${shown})" (line 1, column ${this.at + 1})`
    throw new RestError('PGRST100', message, { details })
  }
}
