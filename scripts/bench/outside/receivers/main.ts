/*
 * Receivers of webhooks for the benchmark, in a process of their own: `node main.ts PORT…`. The last of the ports answers
 * after 8 seconds, and the others at once. Each line of input asks for what came; the answer is a line of JSON.
 */
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'

const ports = process.argv.slice(2).map(Number)
const slowMs = 8000
/** When each event came to each receiver, by its id. */
const came: Record<string, number>[] = ports.map(() => ({}))

for (const [at, port] of ports.entries()) {
  const isSlow = at === ports.length - 1
  createServer((request, response) => {
    const id = String(request.headers['webhook-id'])
    request.resume()
    request.on('end', () => {
      came[at]![id] ??= Date.now()
      setTimeout(() => response.writeHead(204).end(), isSlow ? slowMs : 0)
    })
  }).listen(port, '127.0.0.1')
}
createInterface(process.stdin).on('line', () => console.log(JSON.stringify(came)))
console.log('ready')
