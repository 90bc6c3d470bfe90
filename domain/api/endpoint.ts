import { z } from 'zod'
import type { Action } from '../permissions.ts'

type Shape = z.ZodObject

/**
 * Who may call: anyone, whoever has the link to a delivery's tracking page, any signed-in person, one who has also confirmed their second factor if they have one, or a
 * member whose role allows the action.
 */
export type May = 'anybody' | 'recipient' | 'signed_in' | 'fully_signed_in' | Action

/** The most bytes of a request's body, unless the operation says otherwise. */
export const mostBodyBytes = 4 * 1024 * 1024

/**
 * What an operation does with one record that has a version. The reply says its version as `ETag`; if the record is
 * `changed`, `If-Match` names the version that the change is for.
 */
export type RecordUse = 'shown' | 'changed'

/** One HTTP operation of `/v1`. Server, browser and OpenAPI document all use this declaration. */
export type Endpoint<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  M extends May = May,
  U extends RecordUse | undefined = RecordUse | undefined,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with `:name` parameters. */
  path: string
  may: M
  tag: string
  summary: string
  /** Unique among endpoints; the OpenAPI operationId. */
  id: string
  params: P
  query: Q
  body: B
  reply: R
  /** The reply's media type, JSON by default. */
  media?: string
  /** Success status, 200 by default. */
  status: 200 | 201 | 202 | 204
  /** Whether it honors `Idempotency-Key`: the same key and body return the first reply again. */
  idempotent: boolean
  record: U
  /** The field of the reply that is the record, unless the whole reply is. */
  recordIn?: string
  /**
   * Whether a call adds nothing, though it is no GET or DELETE. Such calls work even when the disk is almost full, or the
   * workspace may store no more.
   */
  addsNothing?(body: z.output<B>): boolean
  /** The reply with status 202 if the full one takes longer; `Prefer` chooses. */
  later?: z.ZodType
  /** If it is going to end. */
  deprecated?: Deprecation
  /** The request and reply that the documentation shows. */
  example?: { body?: z.input<B>; reply?: z.output<R> }
}

/** Since when programs should stop calling an endpoint, from when on it may be gone, and what to call instead. */
export type Deprecation = { on: string; sunset: string; instead: string }

/** Whether a call of the endpoint adds something that has to be stored. */
export function adds({ method, addsNothing }: Endpoint, body: unknown): boolean {
  return method !== 'GET' && method !== 'DELETE' && !addsNothing?.(body)
}

/** Whether nobody has to sign in for it. */
export function needsNoSession(may: May): may is 'anybody' | 'recipient' {
  return may === 'anybody' || may === 'recipient'
}

/** Whether it is for a person rather than a member of one workspace. */
export function isForPersons(may: May): may is 'signed_in' | 'fully_signed_in' {
  return may === 'signed_in' || may === 'fully_signed_in'
}

type Needed = 'method' | 'path' | 'may' | 'tag' | 'summary' | 'id'

type Declaration<
  P extends Shape,
  Q extends Shape,
  B extends z.ZodType,
  R extends z.ZodType,
  M extends May,
  U extends RecordUse | undefined,
> = Pick<Endpoint<P, Q, B, R, M, U>, Needed> & Partial<Omit<Endpoint<P, Q, B, R, M, U>, Needed>>

const nothing = z.strictObject({})

/** Declares one HTTP operation. Omitted parts are empty. */
export function endpoint<
  P extends Shape = typeof nothing,
  Q extends Shape = typeof nothing,
  B extends z.ZodType = z.ZodUndefined,
  R extends z.ZodType = z.ZodUndefined,
  M extends May = May,
  U extends RecordUse | undefined = undefined,
>(declaration: Declaration<P, Q, B, R, M, U>): Endpoint<P, Q, B, R, M, U> {
  return {
    status: declaration.reply ? 200 : 204,
    idempotent: false,
    ...declaration,
    record: declaration.record as U,
    params: (declaration.params ?? nothing) as unknown as P,
    query: (declaration.query ?? nothing) as unknown as Q,
    body: (declaration.body ?? z.undefined()) as unknown as B,
    reply: (declaration.reply ?? z.undefined()) as unknown as R,
  }
}

export const idParams = z.strictObject({ id: z.uuid() })

/** Query fields of every list: where to continue, and how many to return. */
export const pageQuery = {
  cursor: z.string().max(3000).optional().describe('next_cursor of the previous page'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
}

/** One page of a list. `next_cursor` is null on the last page. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), next_cursor: z.string().nullable(), total: z.number().int() })
}

/** A text field: trimmed, without control characters except line breaks, at most `max` characters. */
export function text(max: number) {
  return (
    z
      .string()
      .trim()
      .max(max, `At most ${max} characters.`)
      .refine(
        (value) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(value),
        'Contains characters that cannot be stored.',
      )
      // Half a surrogate pair is not Unicode, and PostgreSQL rejects it in JSON.
      .refine((value) => value.isWellFormed(), 'Contains characters that cannot be stored.')
  )
}
