import { useSyncExternalStore } from 'react'

/** Less is not worth a word: figures are minutes old anyway. */
const mentionedFromSeconds = 5

/** Until when the last answers of endpoints know everything, where that was some time ago. By path, as it is declared. */
const known = new Map<string, string>()
const listeners = new Set<() => void>()

/** Notes whether an answer lags, as its headers say. */
export function noteLag(path: string, headers: Headers): void {
  const asOf = headers.get('karta-as-of')
  const isOld = asOf !== null && Number(headers.get('karta-lag-seconds')) > mentionedFromSeconds
  const before = known.get(path)
  if (isOld) known.set(path, asOf)
  else known.delete(path)
  if (known.get(path) !== before) listeners.forEach((listener) => listener())
}

/** The oldest moment until which what was read from these paths knows everything. Undefined if that is now. */
export const oldestOf = (prefixes: string[]): string | undefined =>
  [...known]
    .filter(([path]) => prefixes.some((prefix) => path.startsWith(prefix)))
    .map(([, asOf]) => asOf)
    .toSorted()[0]

export const useLag = (prefixes: string[]): string | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => oldestOf(prefixes),
    () => undefined,
  )
