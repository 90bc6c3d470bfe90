/** What is known about whoever chooses a password, for everybody to see. */
export type Owner = {
  email?: string | null | undefined
  phone?: string | null | undefined
  metadata?: Record<string, unknown> | undefined
}

let common: Promise<Set<string>> | undefined

/** The passwords that people choose most often, all in lowercase. Read when the first person chooses one. */
function commonPasswords(): Promise<Set<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(String)),
  )
  return common
}

/** Why a password is among the first that somebody would guess, or undefined. */
export async function guessableBecause(password: string, owner: Owner, product: string): Promise<string | undefined> {
  const lower = password.toLowerCase()
  if ((await commonPasswords()).has(lower) || isRun(lower)) {
    return 'Password is known to be weak and easy to guess, please choose a different one.'
  }
  const core = bare(lower)
  const words = wordsOf(owner, product)
  if (!words.has(core) && !words.has(core.replace(/\d+$/, ''))) return undefined
  return 'Password is too close to your own name or address, or to ours, please choose a different one.'
}

/** Whether each character follows the last one: `aaaaaa`, `abcdef`, `987654`. */
function isRun(text: string): boolean {
  const codes = Array.from(text, (character) => character.codePointAt(0)!)
  const step = codes[1]! - codes[0]!
  return Math.abs(step) <= 1 && codes.slice(1).every((code, at) => step === code - codes[at]!)
}

const bare = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const shortestWord = 3

/** The words that belong to a person, and the product's name. Numbers after them make no difference. */
function wordsOf({ email, phone, metadata = {} }: Owner, product: string): Set<string> {
  const names = ['full_name', 'name', 'user_name'].map((member) => metadata[member])
  const texts = [email, phone, product, 'karta', ...names].filter((text) => typeof text === 'string')
  const words = texts.flatMap((text) => [text, text.split('@')[0]!, ...text.split(/[^\p{L}\p{N}]+/u)])
  return new Set(
    words.map(bare).flatMap((word) => (word.length < shortestWord ? [] : [word, word.replace(/\d+$/, '')])),
  )
}
