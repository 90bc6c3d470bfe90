import { StorageError } from '../protocol/errors.ts'

/** `text/html; charset=utf-8` is `text/html`. */
export const bareType = (type: string): string => type.split(';')[0]!.trim().toLowerCase()

/** Whether a list of types such as `image/*` has this one. */
export function allows(list: readonly string[], type: string): boolean {
  const bare = bareType(type)
  const [family] = bare.split('/')
  return list.some((each) => {
    const allowed = each.toLowerCase()
    return allowed === bare || allowed === '*/*' || allowed === `${family}/*`
  })
}

const notSupported = (type: string) =>
  new StorageError('bad_type', `mime type ${bareType(type).slice(0, 100)} is not supported`)

/**
 * Checks what the sender says against what the bucket takes.
 * @param list null where every type is taken
 * @throws StorageError `bad_type`
 */
export function checkDeclared(list: readonly string[] | null, declared: string): void {
  if (list && !allows(list, declared)) throw notSupported(declared)
}

/** Types whose content always shows what it is, so that content which shows nothing is something else. */
const evident = /^(image\/(?!svg)|audio\/|video\/|font\/|application\/(pdf|zip|gzip)$)/
/** What is written as text, whatever its type is called. */
const textual = /^(text\/(?!html)|application\/(json|csv|x-ndjson|yaml|x-yaml|toml|javascript)$|.*\+json$)/
/** Office documents are archives, and so are others. */
const packed = /^application\/(vnd\.|epub\+zip|java-archive|x-zip)/

/**
 * Checks what the content shows against what the bucket takes, where it does not take everything: a name and a header say
 * nothing about what is inside.
 * @param shown undefined if the content shows no type
 * @throws StorageError `bad_type`
 */
export function checkContent(list: readonly string[] | null, declared: string, shown: string | undefined): void {
  if (!list || list.includes('*/*')) return
  const said = bareType(declared)
  if (shown === undefined) {
    if (evident.test(said)) throw notSupported(unknown)
    return
  }
  if (shown === said || isSameKind(said, shown) || (allows(list, shown) && !textual.test(shown))) return
  throw notSupported(shown)
}

const unknown = 'application/octet-stream'

function isSameKind(said: string, shown: string): boolean {
  if (shown === 'text/plain') return textual.test(said)
  if (shown === 'application/xml') return /[/+]xml$/.test(said) && said !== 'application/xhtml+xml'
  if (shown === 'application/zip') return packed.test(said)
  // Containers of sound and moving pictures have many names.
  return /^(audio|video)\//.test(said) && /^(audio|video)\//.test(shown)
}
