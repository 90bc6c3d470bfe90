import { fetchPlain } from '#web/lib/call.ts'

export type Answer = { status: number; milliseconds: number; text: string } | { problem: string }

type Call = { method: string; url: string; body: string | undefined; key: string }

const longest = 20_000

/** Makes one call with a key and nothing of whoever is signed in. It never throws. */
export async function send({ method, url, body, key }: Call): Promise<Answer> {
  const startedAt = performance.now()
  try {
    const reply = await fetchPlain(url, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
    })
    const text = await textOf(reply)
    const milliseconds = Math.round(performance.now() - startedAt)
    return { status: reply.status, milliseconds, text: text.length > longest ? `${text.slice(0, longest)}\n…` : text }
  } catch {
    return { problem: 'The server could not be reached. Check your connection and try again.' }
  }
}

async function textOf(reply: Response): Promise<string> {
  const type = reply.headers.get('content-type') ?? ''
  if (/json/.test(type)) return JSON.stringify(await reply.json(), null, 2)
  if (type.startsWith('text/')) return reply.text()
  const bytes = (await reply.arrayBuffer()).byteLength
  return bytes ? `${bytes.toLocaleString('en-US')} bytes of ${type}` : ''
}
