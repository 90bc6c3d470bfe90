// Set KARTA_URL to your Karta server and KARTA_API_KEY to a key with read and write access.
const { KARTA_URL, KARTA_API_KEY } = process.env

const response = await fetch(`${KARTA_URL}/v1/optimize?time_limit_seconds=1`, {
  method: 'POST',
  headers: {
    Authorization: `Bearer ${KARTA_API_KEY}`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({
    vehicles: [{ id: 1, start: [106.8272, -6.1754], end: [106.8272, -6.1754], time_window: [32400, 61200] }],
    jobs: [
      { id: 1, location: [106.8231, -6.1908], service: 300 },
      { id: 2, location: [106.8456, -6.2088], service: 300, time_windows: [[36000, 39600]] },
    ],
  }),
})
const reply = await response.json()

if (response.status === 200) {
  console.log(reply.summary.routes, reply.summary.unassigned)
} else if (response.status === 202) {
  console.log(`Not done yet. Check ${response.headers.get('Location')} later.`)
} else {
  console.error(reply.detail ?? reply.title)
  process.exitCode = 1
}
