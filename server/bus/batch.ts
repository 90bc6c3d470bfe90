/** A part of a batch: who sent it, which of the sender's batches it is, and which part of how many. */
type Part = { sender: string; batch: number; part: number; parts: number; text: string }

/**
 * Writes a batch as payloads of at most so many bytes, besides their heads of 100 bytes or less. No two payloads of a sender
 * are ever the same, or PostgreSQL would keep one only.
 */
export function writeBatch(sender: string, batch: number, text: string, partBytes: number): string[] {
  const texts = split(text, partBytes)
  return texts.map((part, index) => `${sender} ${batch} ${index} ${texts.length} ${part}`)
}

/** Cuts a text into parts that fit, never within a character. */
function split(text: string, partBytes: number): string[] {
  if (text.length <= partBytes / 3) return [text]
  const bytes = Buffer.from(text)
  const texts: string[] = []
  for (let from = 0; from < bytes.length;) {
    let to = Math.min(bytes.length, from + partBytes)
    while (to < bytes.length && (bytes[to]! & 0xc0) === 0x80) to--
    texts.push(bytes.toString('utf8', from, to))
    from = to
  }
  return texts
}

/** Undefined if somebody else uses the same channel. */
export function readPart(payload: string): Part | undefined {
  const found = /^(\S+) (\d+) (\d+) (\d+) /.exec(payload)
  if (!found) return undefined
  const [head, sender, ...numbers] = found
  const [batch, part, parts] = numbers.map(Number)
  return { sender: sender!, batch: batch!, part: part!, parts: parts!, text: payload.slice(head.length) }
}

/** Puts the parts of other senders' batches together again. */
export type Assembly = {
  /** A batch, once its last part has come. `isGap` says that something before it never came. */
  add(part: Part): { text: string; isGap: boolean } | undefined
}

export function openAssembly(): Assembly {
  const senders = new Map<string, { batch: number; texts: string[] }>()
  return {
    add({ sender, batch, part, parts, text }) {
      const known = senders.get(sender)
      // A batch that was sent again after a lost connection, although it had come through.
      if (known && batch <= known.batch) return undefined
      const state = known ?? { batch: batch - 1, texts: [] }
      senders.set(sender, state)
      if (part === 0) state.texts = []
      if (part !== state.texts.length) return undefined
      state.texts.push(text)
      if (state.texts.length < parts) return undefined
      const isGap = batch !== state.batch + 1
      const whole = state.texts.join('')
      Object.assign(state, { batch, texts: [] })
      return { text: whole, isGap }
    },
  }
}
