import { z } from 'zod'
import { MailIn, MailInMailPage, MailInPatch } from '../schema/mail-in.ts'
import { endpoint, pageQuery } from './endpoint.ts'

const tag = 'Imports'
const may = 'manage_workspace'

export const getMailIn = endpoint({
  id: 'getMailIn',
  method: 'GET',
  path: '/v1/settings/mail-in',
  may,
  tag,
  summary: 'How orders are taken by mail, and the address to send them to',
  reply: MailIn,
  record: 'shown',
})

export const changeMailIn = endpoint({
  id: 'changeMailIn',
  method: 'PATCH',
  path: '/v1/settings/mail-in',
  may,
  tag,
  summary: 'Turn orders by mail on or off, or change how they are taken',
  body: MailInPatch,
  reply: MailIn,
  record: 'changed',
})

export const renewMailIn = endpoint({
  id: 'renewMailIn',
  method: 'POST',
  path: '/v1/settings/mail-in/renew',
  may,
  tag,
  summary: 'Get a new address for orders; the old one stops working at once',
  reply: MailIn,
  record: 'changed',
})

export const listMailInMails = endpoint({
  id: 'listMailInMails',
  method: 'GET',
  path: '/v1/mail-in/mails',
  may,
  tag,
  summary: 'Which mail came, and what was taken from it, the newest first',
  query: z.strictObject(pageQuery),
  reply: MailInMailPage,
})
