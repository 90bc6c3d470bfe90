import type { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { toFieldProblem } from '../../http/field-problems.ts'
import { RestError } from '../protocol/errors.ts'
import type { Row } from './body.ts'

/**
 * What a command takes, from a row.
 * @param at the number of the row, if there are several
 * @throws RestError 428C9 for a column that Karta sets itself
 * @throws AppError `validation_failed`
 */
export function toInput(schema: z.ZodObject, row: Row, verb: 'insert' | 'update', at?: number): never {
  const ours = Object.keys(row).find((column) => !Object.hasOwn(schema.shape, column))
  if (ours !== undefined) {
    const message =
      verb === 'insert'
        ? `cannot insert a non-DEFAULT value into column "${ours}"`
        : `column "${ours}" can only be updated to DEFAULT`
    throw new RestError('428C9', message, { details: 'Karta sets this column itself. Leave it out.' })
  }
  const result = schema.safeParse(row)
  if (result.success) return result.data as never
  const errors = result.error.issues.map((issue) => toFieldProblem(issue, at === undefined ? '' : `${at}`))
  const [first] = errors
  throw new AppError('validation_failed', { detail: `${first!.path}: ${first!.message}`, errors })
}
