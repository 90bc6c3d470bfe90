import type { FastifyRequest } from 'fastify'
import { isForPersons, type May } from '#domain/api/endpoint.ts'
import { isApiKey, isAppToken } from '../key-format.ts'
import type { Actor } from './actor.ts'
import { agent } from './agent.ts'
import { apiKey } from './api-key.ts'
import { appToken } from './app-token.ts'
import type { Caller } from './caller.ts'
import { guest, type Guest } from './guest.ts'
import { member } from './member.ts'
import { person, type Person } from './person.ts'
import { recipient, type Recipient } from './recipient.ts'
import { readToken } from './token.ts'

/** Who calls an endpoint, by what its declaration says about who may. */
export type ActorOf<M extends May> = M extends 'anybody'
  ? Guest
  : M extends 'recipient'
    ? Recipient
    : M extends 'signed_in' | 'fully_signed_in'
      ? Person
      : Actor

/** The kind of caller that a request comes from. */
export function callerOf(
  may: May,
  request: FastifyRequest,
): Caller<Guest> | Caller<Recipient> | Caller<Person> | Caller<Actor> {
  if (may === 'anybody') return guest()
  if (may === 'recipient') return recipient()
  if (isForPersons(may)) return person(may)
  const within = agent(may)
  if (within) return within
  const token = readToken(request)
  if (isAppToken(token)) return appToken(may)
  return isApiKey(token) ? apiKey(may) : member(may)
}
