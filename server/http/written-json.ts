import type { FastifyReply } from 'fastify'
import type { z } from 'zod'

/** A reply that is JSON already, so that a large one need not be parsed only to be written again. */
export class WrittenJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** @param schema checks the reply, where that is wanted */
export function sendWritten(reply: FastifyReply, { text }: WrittenJson, schema: z.ZodType | false): FastifyReply {
  if (schema) schema.parse(JSON.parse(text))
  return reply.type('application/json; charset=utf-8').send(text)
}
