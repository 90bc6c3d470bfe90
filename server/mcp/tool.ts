import { z } from 'zod'
import type { Action } from '#domain/permissions.ts'
import type { Api } from './api.ts'
import type { Confirmations } from './confirmations.ts'

/** What a tool gives back: a text for the model, and the same as data. */
export type Answer = { text: string; data: Record<string, unknown> }

/** What a tool works with. */
export type Work = {
  api: Api
  confirmations: Confirmations
  /** Of the workspace. */
  timeZone: string
  currency: string
  now: () => Date
  /** Tells a client that asked for it how far long work is. */
  progress: (done: number, total: number, message: string) => Promise<void>
  signal: AbortSignal
}

/** Something that an agent can be asked to do. */
export type Tool = {
  name: string
  title: string
  /** For the model: when to use it. */
  description: string
  /** The action of `/v1` that it needs. Whoever may not do that is not shown the tool. */
  may: Action
  input: z.ZodObject
  output: z.ZodObject
  /** `reads`: changes nothing. `adds`: makes something new. `changes`: may overwrite or end something. */
  kind: 'reads' | 'adds' | 'changes'
  /** Whether doing it again changes nothing more. */
  isIdempotent?: boolean
  run: (input: never, work: Work) => Promise<Answer>
}

type Declared<I extends z.ZodObject, O extends z.ZodObject> = Omit<Tool, 'input' | 'output' | 'run'> & {
  input: I
  output: O
  run: (input: z.output<I>, work: Work) => Promise<{ text: string; data: z.input<O> }>
}

/** Declares a tool, with its types. */
export const tool = <I extends z.ZodObject, O extends z.ZodObject>(declared: Declared<I, O>): Tool =>
  declared as unknown as Tool

/** A tool as the protocol lists it. */
export const toListed = ({ name, title, description, input, output, kind, isIdempotent }: Tool) => ({
  name,
  title,
  description,
  inputSchema: schemaOf(input, 'input'),
  outputSchema: schemaOf(output, 'output'),
  annotations: {
    title,
    readOnlyHint: kind === 'reads',
    destructiveHint: kind === 'changes',
    idempotentHint: kind === 'reads' || Boolean(isIdempotent),
    openWorldHint: false,
  },
})

const schemaOf = (schema: z.ZodObject, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, target: 'draft-7', unrepresentable: 'any', reused: 'inline' }) as { type: 'object' }

/** What a tool has to ask before it does something that is hard to take back. */
export const asking = {
  confirm: z
    .string()
    .max(200)
    .optional()
    .describe(
      'Leave it out at first. The answer says what would happen, and has the text to send here once the person agrees',
    ),
}

/** Of what asks first: whether it was done, or what to send to do it. */
export const asked = {
  done: z.boolean().describe('False if the person has to agree first'),
  confirm: z.string().nullable().describe('What to send as `confirm`, with the same input, once the person agrees'),
}

/** The end of a text that asks. */
export const askPerson =
  'Nothing was changed yet. Tell the person what would happen. If they agree, call this tool again with the same input and `confirm`.'
