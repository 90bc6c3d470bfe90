// Pass it a delivery ID. Set KARTA_URL to your Karta server and KARTA_API_KEY to a key.
const { KARTA_URL, KARTA_API_KEY } = process.env
const id = process.argv[2]

const response = await fetch(`${KARTA_URL}/v1/deliveries/${id}`, {
  headers: { Authorization: `Bearer ${KARTA_API_KEY}` },
})
const reply = await response.json()

if (response.ok) {
  console.log(reply.id, reply.status)
} else {
  console.error(reply.title)
  process.exitCode = 1
}
