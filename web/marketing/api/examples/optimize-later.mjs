// Pass it the path of a problem file. Set KARTA_URL to your Karta server and KARTA_API_KEY to a key with read and write access.
const { openAsBlob } = await import('node:fs')
const { KARTA_URL, KARTA_API_KEY } = process.env
const headers = { Authorization: `Bearer ${KARTA_API_KEY}` }

let response = await fetch(`${KARTA_URL}/v1/optimize`, {
  method: 'POST',
  headers: { ...headers, 'Content-Type': 'application/json', Prefer: 'respond-async' },
  body: await openAsBlob(process.argv[2]),
})
let reply = await response.json()

while (response.ok && reply.finished_at === null) {
  await new Promise((resolve) => setTimeout(resolve, 1000))
  response = await fetch(`${KARTA_URL}/v1/operations/${reply.id}`, { headers })
  reply = await response.json()
}

if (response.ok) {
  console.log(reply.status, reply.result?.summary.routes)
} else {
  console.error(reply.detail ?? reply.title)
  process.exitCode = 1
}
