import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type PushedMessage = { headers: NodeJS.Dict<string | string[]>; message: unknown }

/** A push service and a browser in one: takes notifications on this machine, and reads what they say. */
export async function startPushDouble() {
  const browser = createECDH('prime256v1')
  const publicKey = browser.generateKeys()
  const auth = randomBytes(16)
  const taken: PushedMessage[] = []
  const is = { status: 201 }
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    if (is.status === 201) taken.push({ headers: request.headers, message: JSON.parse(open(body)) })
    response.writeHead(is.status, is.status === 302 ? { location: 'http://localhost:1/' } : {}).end()
  })

  /** RFC 8291 */
  function open(body: Buffer): string {
    const [salt, keyLength] = [body.subarray(0, 16), body[20]!]
    const sender = body.subarray(21, 21 + keyLength)
    const hkdf = (key: Buffer, by: Buffer, info: Buffer, bytes: number) =>
      Buffer.from(hkdfSync('sha256', key, by, info, bytes))
    const ofBoth = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
    const secret = hkdf(browser.computeSecret(sender), auth, ofBoth, 32)
    const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
    const sealed = body.subarray(21 + keyLength)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return plain.subarray(0, plain.lastIndexOf(2)).toString()
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://localhost:${(server.address() as AddressInfo).port}/push/1`
  return {
    taken,
    /** With which status it answers from now on. */
    answer: (status: number) => void (is.status = status),
    subscription: { endpoint, keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') } },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
