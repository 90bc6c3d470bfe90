import { Challenge, NewApplication, NewContactMessage, Received } from '../schema/contact.ts'
import { endpoint } from './endpoint.ts'

const tag = 'Contact'

export const getContactChallenge = endpoint({
  id: 'getContactChallenge',
  method: 'GET',
  path: '/v1/contact/challenge',
  may: 'anybody',
  tag,
  summary: 'Get a puzzle to solve before you send a message or an application',
  reply: Challenge,
})

export const sendContactMessage = endpoint({
  id: 'sendContactMessage',
  method: 'POST',
  path: '/v1/contact',
  may: 'anybody',
  tag,
  summary: 'Send a message to the operator of this Karta',
  body: NewContactMessage,
  reply: Received,
  status: 201,
  idempotent: true,
})

export const applyForPosition = endpoint({
  id: 'applyForPosition',
  method: 'POST',
  path: '/v1/applications',
  may: 'anybody',
  tag,
  summary: 'Apply for an open position',
  body: NewApplication,
  reply: Received,
  status: 201,
  idempotent: true,
})
