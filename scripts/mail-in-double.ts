// node scripts/mail-in-double.ts: a mailbox on this machine, to try orders by mail without a mail server.
// Start Karta with the MAIL_IN_URL that it prints. Each address that is typed gets a mail with a file of orders.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startImapDouble } from '#server/outside/imap-double.ts'

const port = 1143
const mailbox = await startImapDouble(port)
const file = readFileSync(join(import.meta.dirname, '../samples/jakarta-deliveries.csv'))
console.log(`MAIL_IN_URL=${mailbox.url}`)
console.log('Type the address of a workspace, and shop@example.com sends it a file.')

for await (const address of createInterface({ input: process.stdin })) {
  const lines = [
    'From: Shop <shop@example.com>',
    `To: ${address.trim()}`,
    `Message-ID: <${Date.now()}@example.com>`,
    'Subject: Orders of today',
    'Content-Type: text/csv; name="orders.csv"',
    'Content-Disposition: attachment; filename="orders.csv"',
    'Content-Transfer-Encoding: base64',
    '',
    file.toString('base64').replace(/.{76}/g, '$&\r\n'),
    '',
  ]
  mailbox.deliver(lines.join('\r\n'))
  console.log(`A mail to ${address.trim()} lies in the mailbox.`)
}
await mailbox.close()
