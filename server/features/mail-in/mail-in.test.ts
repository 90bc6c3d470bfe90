import { afterAll, expect, test } from 'vitest'
import { listDeliveries } from '#domain/api/deliveries.ts'
import { createImportMapping } from '#domain/api/import-mappings.ts'
import { changeMailIn, getMailIn, listMailInMails, renewMailIn } from '#domain/api/mail-in.ts'
import type { MailInPatch } from '#domain/schema/mail-in.ts'
import { writeWorkbook } from '#domain/sheets/xlsx/write.ts'
import { inSiteScope } from '../../db/connect.ts'
import { startImapDouble } from '../../outside/imap-double.ts'
import { testApp } from '../../testing/test-app.ts'
import { rerouting } from '../plan-changes/endpoints.ts'
import { holdMailbox, letMailboxGo } from './commands.ts'
import { answerMail, tokensIn } from './rules.ts'
import { takeRaw, workOnMailIn } from './tasks.ts'

const mailbox = await startImapDouble()
afterAll(() => mailbox.close())
const { deps, as, makeMember } = await testApp(({ config }) => ({
  config: { ...config, smtpUrl: undefined, mailIn: { url: mailbox.url, address: 'orders@karta.test' } },
}))
const reroute = rerouting(deps)

type File = { name: string; content: string | Buffer; type?: string }
type Wanted = { to: string; from?: string; id?: string; headers?: string; subject?: string; files?: File[] }

let count = 0
const mailOf = ({ to, from = 'Shop <shop@example.com>', id, headers = '', subject = 'Orders', files = [] }: Wanted) =>
  [
    `From: ${from}`,
    `To: Karta <${to}>`,
    `Message-ID: <${id ?? `mail-${count++}`}@example.com>`,
    `Subject: ${subject}`,
    ...(headers ? [headers] : []),
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="part"',
    '',
    '--part',
    'Content-Type: text/plain',
    '',
    'Please deliver.',
    ...files.flatMap(({ name, content, type = 'text/csv' }) => [
      '--part',
      `Content-Type: ${type}; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(content).toString('base64').replace(/.{76}/g, '$&\r\n'),
    ]),
    '--part--',
    '',
  ].join('\r\n')

const csv = (...rows: string[]): File => ({
  name: 'orders.csv',
  content: ['reference,delivery address,minutes at the door', ...rows].join('\n'),
})

/** A workspace that takes orders from `shop@example.com`, and nothing that the double would have to bring. */
async function taking(change: MailInPatch = {}) {
  const member = await makeMember()
  const { call } = as(member)
  const body = { is_on: true, senders: ['shop@example.com'], ...change }
  const { body: settings } = await call(changeMailIn, { body })
  const send = (mail: Partial<Wanted> & { to?: string }) =>
    takeRaw(deps, reroute, { source: Buffer.from(mailOf({ to: settings.address!, ...mail })), isTooLarge: false })
  return {
    member,
    call,
    settings,
    send,
    mails: async () => (await call(listMailInMails, { query: {} })).body.data,
    deliveries: async () => (await call(listDeliveries, { query: { limit: 200 } })).body.data,
  }
}

/** The answers that somebody got, the newest first. */
const answersTo = (recipient: string) =>
  inSiteScope(deps.db, (trx) =>
    trx
      .selectFrom('site.mails')
      .select(['subject', 'text_part', 'html_part'])
      .where('recipient', '=', recipient)
      .where('subject', 'like', 'Re:%')
      .orderBy('created_at', 'desc')
      .execute(),
  )

test('attached orders are imported, and the sender learns which rows were refused', async () => {
  const from = 'first@example.com'
  const { send, mails, deliveries } = await taking({ senders: [from] })
  await send({ from, files: [csv('A-1,Jalan Sudirman 1,5', 'A-2,Jalan Thamrin 2,soon', ',,5')] })
  expect(await deliveries()).toMatchObject([{ reference: 'A-1', delivery_address: 'Jalan Sudirman 1', source: 'csv' }])
  const [mail] = await mails()
  expect(mail).toMatchObject({ sender: from, subject: 'Orders', state: 'taken', problem: null })
  expect(mail!.files).toMatchObject([
    {
      name: 'orders.csv',
      created: 1,
      updated: 0,
      refused: [{ row: 3 }, { row: 4, reason: 'Enter the delivery address.' }],
    },
  ])
  const [answer] = await answersTo(from)
  expect(answer!.subject).toBe('Re: Orders')
  expect(answer!.text_part).toContain('orders.csv: 1 added, 0 changed, 0 unchanged, 2 refused.\nRow 3: ')
})

test('an Excel workbook is read by a kept mapping, and changes known orders', async () => {
  const { call, send, deliveries } = await taking()
  const header = ['Nr', 'Wohin']
  const fields = ['reference', 'delivery_address']
  const { body: mapping } = await call(createImportMapping, {
    body: { kind: 'deliveries', name: 'Shop', header, fields },
  })
  await call(changeMailIn, { body: { mapping_id: mapping.id, mode: 'merge', senders: ['@example.com'] } })
  const workbook = (address: string): File => {
    const writer = writeWorkbook('Orders', ['Nr', 'Wohin', 'Other'])
    writer.addRows([['B-1', address, 'x']])
    const content = Buffer.concat(writer.finish().map((part) => Buffer.from(part as Uint8Array)))
    return { name: 'orders.xlsx', content, type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }
  }
  await send({ files: [workbook('Jalan Sudirman 1')] })
  await send({ files: [workbook('Jalan Sudirman 2')] })
  expect(await deliveries()).toMatchObject([{ reference: 'B-1', delivery_address: 'Jalan Sudirman 2' }])
})

test('a mail that comes twice, and a file that comes twice on a day, count once', async () => {
  const { send, mails, deliveries } = await taking()
  const files = [csv(',Jalan Sudirman 1,5')]
  await send({ id: 'same', files })
  await send({ id: 'same', files })
  await send({ id: 'other', files })
  expect(await deliveries()).toHaveLength(1)
  expect((await mails()).map(({ state, files: [file] }) => [state, file?.problem])).toEqual([
    ['refused', 'The same file was taken today already.'],
    ['taken', null],
  ])
})

test.each<[string, Partial<Wanted>, string]>([
  ['no file', {}, 'No CSV or Excel file is attached.'],
  ['a picture', { files: [{ name: 'a.png', type: 'image/png', content: 'x' }] }, 'No CSV or Excel file is attached.'],
  [
    'a stranger',
    { from: 'x@example.org', files: [csv('A,B,5')] },
    'Its sender is not among those from whom orders are taken.',
  ],
  ['no sender', { from: '', files: [csv('A,B,5')] }, 'Its sender is not among those from whom orders are taken.'],
])('of a mail with %s, nothing is taken, and the page says why', async (_, mail, problem) => {
  const { send, mails, deliveries } = await taking()
  await send(mail)
  expect(await mails()).toMatchObject([{ state: 'refused', problem, files: [] }])
  expect(await deliveries()).toEqual([])
})

test.each<[string, File, RegExp]>([
  ['old Excel', { name: 'a.xls', content: Buffer.from('d0cf11e0a1b11ae1', 'hex') }, /^Files of old Excel/],
  ['no workbook', { name: 'a.xlsx', content: 'PK\u0003\u0004 broken' }, /^The file is damaged/],
  ['no rows', { name: 'a.csv', content: '' }, /^There are no rows/],
  ['other columns', { name: 'a.csv', content: 'color,shape\nred,round' }, /^None of its columns is a delivery address/],
  ['too many rows', { name: 'a.csv', content: `address\n${'x1234\n'.repeat(5001)}` }, /^A mail may bring 5,000 rows/],
])('a file with %s is refused in a sentence', async (_, file, problem) => {
  const { send, mails } = await taking()
  await send({ files: [file] })
  expect(await mails()).toMatchObject([{ state: 'refused', files: [{ problem: expect.stringMatching(problem) }] }])
})

test('SQL, HTML and line breaks in a mail stay text', async () => {
  const from = 'hostile@example.com'
  const { send, mails, deliveries } = await taking({ senders: [from] })
  const subject = `'; drop table deliveries; -- <b>`
  await send({ from, subject, files: [csv(`<script>,"Jalan '; drop table x; --",5`, '<i>x</i>,abc,soon')] })
  expect((await deliveries())[0]).toMatchObject({
    reference: '<script>',
    delivery_address: `Jalan '; drop table x; --`,
  })
  expect((await mails())[0]!.subject).toBe(subject)
  expect(answerMail({ to: 'a@b.c', subject: 'x', workspaceName: '<b>', problem: '<i>', files: [] }).html).not.toMatch(
    /<[ib]>/,
  )
})

test('a mail that is too large is refused, and one to nobody is noted for the operator', async () => {
  const { settings, mails } = await taking()
  const source = Buffer.from(mailOf({ to: settings.address! }))
  await takeRaw(deps, reroute, { source, isTooLarge: true })
  expect((await mails())[0]).toMatchObject({ state: 'refused', problem: expect.stringContaining('20 MB') })
  const stray = Buffer.from(mailOf({ to: `orders+${'x'.repeat(24)}@karta.test`, files: [csv('A,B,5')] }))
  const strays = () => inSiteScope(deps.db, (trx) => trx.selectFrom('site.mail_in').select('strays').executeTakeFirst())
  expect(await strays()).toEqual({ strays: 0 })
  await takeRaw(deps, reroute, { source: stray, isTooLarge: false })
  expect(await mails()).toHaveLength(1)
  expect(await strays()).toEqual({ strays: 1 })
})

test('programs get no answer, so that two of them do not talk for ever', async () => {
  const from = 'program@example.com'
  const { send, deliveries } = await taking({ senders: [from] })
  await send({ from, headers: 'Auto-Submitted: auto-generated', files: [csv('A-1,Jalan Sudirman 1,5')] })
  expect(await deliveries()).toHaveLength(1)
  expect(await answersTo(from)).toEqual([])
})

test('beyond a quota nothing is lost: the mail says why, and may come again', async () => {
  const limited = await testApp(({ config }) => ({
    config: {
      ...config,
      quotas: { ...config.quotas, deliveries: 1 },
      mailIn: { url: mailbox.url, address: 'orders@karta.test' },
    },
  }))
  const { call } = limited.as(await limited.makeMember())
  const { body } = await call(changeMailIn, { body: { is_on: true, senders: ['@example.com'] } })
  const send = (...rows: string[]) =>
    takeRaw(limited.deps, reroute, {
      source: Buffer.from(mailOf({ to: body.address!, id: 'again', files: [csv(...rows)] })),
      isTooLarge: false,
    })
  await send('A-1,Jalan Sudirman 1,5', 'A-2,Jalan Sudirman 2,5')
  const mails = async () => (await call(listMailInMails, { query: {} })).body.data
  expect(await mails()).toMatchObject([{ state: 'refused', problem: expect.stringMatching(/\.$/), files: [] }])
  await send('A-1,Jalan Sudirman 1,5')
  expect(await mails()).toMatchObject([{ state: 'taken', problem: null, files: [{ created: 1 }] }])
})

test('a renewed address ends the old one; no event says it', async () => {
  const { call, settings, send, mails } = await taking()
  const { body: renewed } = await call(renewMailIn)
  expect(renewed.address).toMatch(/^orders\+[a-z2-9]{24}@karta\.test$/)
  expect(renewed.address).not.toBe(settings.address)
  await send({ files: [csv('A-1,Jalan Sudirman 1,5')] })
  expect(await mails()).toEqual([])
  await send({ to: renewed.address!.toUpperCase(), files: [csv('A-1,Jalan Sudirman 1,5')] })
  expect(await mails()).toHaveLength(1)
  await call(changeMailIn, { body: { is_on: false } })
  await send({ to: renewed.address!, files: [csv('A-2,Jalan Sudirman 1,5')] })
  expect((await mails())[0]).toMatchObject({ state: 'refused', problem: 'Orders by mail are turned off.' })
})

test('settings are refused in a sentence', async () => {
  const { call } = as(await makeMember())
  const refused = async (body: object) =>
    (await call(changeMailIn, { body: body as MailInPatch })) as { status: number }
  expect(await call(getMailIn)).toMatchObject({ body: { offered: true, address: null, is_on: false } })
  expect(await refused({ is_on: true })).toMatchObject({ status: 409, code: 'mail_in_no_senders' })
  expect(await refused({ senders: ['nobody'] })).toMatchObject({ status: 400 })
  expect(await refused({ senders: 'a@b.c' })).toMatchObject({ status: 400 })
  expect(await refused({ mode: 'sync' })).toMatchObject({ status: 400 })
  expect(await refused({ mapping_id: '00000000-0000-4000-8000-000000000000' })).toMatchObject({ status: 404 })
  const without = await testApp()
  const other = without.as(await without.makeMember()).call
  expect(await other(changeMailIn, { body: { is_on: true, senders: ['a@b.co'] } })).toMatchObject({
    status: 409,
    code: 'mail_in_not_offered',
  })
})

test('secret parts are found among addresses, and nothing else is', () => {
  const found = (recipients: string) => tokensIn(recipients, 'orders@karta.test')
  expect(found('Karta <orders+abc@karta.test>, orders+def@karta.test')).toEqual(['abc', 'def'])
  expect(found('reorders+abc@karta.test orders+abc@karta.test.evil.example orders@karta.test')).toEqual([])
})

test('one server holds the mailbox, and another takes over', async () => {
  await letMailboxGo(deps, '00000000-0000-4000-8000-00000000000a')
  const [one, other] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  expect(await holdMailbox(deps, one, 60_000)).toBe(true)
  expect(await holdMailbox(deps, other, 60_000)).toBe(false)
  expect(await holdMailbox(deps, one, -1)).toBe(true)
  expect(await holdMailbox(deps, other, 60_000)).toBe(true)
  await letMailboxGo(deps, other)
})

test('the mailbox is read, also after its connection drops, and a mail is marked once it is stored', async () => {
  const { settings, deliveries } = await taking()
  const deliver = (reference: string) =>
    mailbox.deliver(mailOf({ to: settings.address!, files: [csv(`${reference},Jalan Sudirman 1,5`)] }))
  deliver('M-1')
  workOnMailIn(deps, reroute)
  await expect.poll(() => mailbox.seen()).toBe(1)
  expect(await deliveries()).toHaveLength(1)
  deliver('M-2')
  await expect.poll(() => mailbox.seen()).toBe(2)
  mailbox.drop()
  deliver('M-3')
  await expect.poll(() => mailbox.seen(), { timeout: 40_000 }).toBe(3)
  expect(await deliveries()).toHaveLength(3)
})
