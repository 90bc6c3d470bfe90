// A receiver of Karta's webhooks. Start it with the secret: WEBHOOK_SECRET=whsec_… node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const secret = Buffer.from((process.env.WEBHOOK_SECRET ?? '').replace(/^whsec_/, ''), 'base64')
const mostSecondsOff = 300
const seen = new Set()

/** Whether the headers show that Karta sent this body, a moment ago. */
function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures } = headers
  if (!id || !signatures || !(Math.abs(Date.now() / 1000 - Number(at)) <= mostSecondsOff)) return false
  const expected = createHmac('sha256', secret).update(`${id}.${at}.`).update(body).digest()
  // There are two signatures for a while after the secret was changed.
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray())
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end()
  response.writeHead(204).end()
  const id = request.headers['webhook-id']
  if (seen.has(id)) return
  // A real receiver keeps the ids in its database, together with what it does.
  seen.add(id)
  const { type, data } = JSON.parse(body)
  console.log(`${type} ${data.id ?? ''}`)
})
server.listen(Number(process.env.PORT ?? 8787), () => console.log(`ready on ${server.address().port}`))
