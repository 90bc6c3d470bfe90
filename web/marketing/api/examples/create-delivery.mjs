// Set KARTA_URL to your Karta server and KARTA_API_KEY to a key with read and write access.
const { KARTA_URL, KARTA_API_KEY } = process.env

const response = await fetch(`${KARTA_URL}/v1/deliveries`, {
  method: 'POST',
  headers: {
    Authorization: `Bearer ${KARTA_API_KEY}`,
    'Content-Type': 'application/json',
    // Retrying with the same key does not create a second delivery.
    'Idempotency-Key': 'order-1042',
  },
  body: JSON.stringify({
    pickup_address: 'Gudang Pusat, Jl. Industri Raya 1, Jakarta',
    delivery_address: 'Jl. M.H. Thamrin 10, Jakarta',
    recipient_name: 'Siti Rahma',
    recipient_phone: '+628110000001',
    scheduled_time: '2027-03-15T02:00:00.000Z',
  }),
})
const reply = await response.json()

if (response.ok) {
  console.log(reply.id, reply.status)
} else {
  console.error(reply.title)
  process.exitCode = 1
}
