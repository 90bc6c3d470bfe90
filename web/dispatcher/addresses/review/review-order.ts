/** The deliveries before and after the selected one. */
export function neighbors(
  deliveries: readonly { id: string }[],
  selectedId: string | undefined,
): { next: string | undefined; previous: string | undefined } {
  const at = deliveries.findIndex(({ id }) => id === selectedId)
  if (at === -1) return { next: deliveries[0]?.id, previous: undefined }
  return { next: deliveries[at + 1]?.id, previous: deliveries[at - 1]?.id }
}

/** What a key does in the review, when nobody is typing. */
type ReviewKey = 'next' | 'previous' | 'confirm' | { choose: number }

const keys: Record<string, ReviewKey> = {
  Enter: 'confirm',
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
}

export function readKey(key: string): ReviewKey | undefined {
  return keys[key] ?? (/^[1-9]$/.test(key) ? { choose: Number(key) - 1 } : undefined)
}
