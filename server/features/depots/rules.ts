import { AppError } from '#domain/errors.ts'

/**
 * Routes start at the default depot, so it must be active.
 * @throws AppError `validation_failed`
 */
export function checkDefault(depot: { is_default: boolean; active: boolean }): void {
  if (!depot.is_default || depot.active) return
  throw new AppError('validation_failed', {
    errors: [{ path: 'active', message: 'The default depot must be active.' }],
  })
}

/**
 * Checks opening hours of which a change may contain only one half; the other half is the stored one.
 * @throws AppError `validation_failed`
 */
export function checkHours(depot: { opens: string; closes: string }): void {
  if (depot.opens < depot.closes) return
  throw new AppError('validation_failed', {
    errors: [{ path: 'closes', message: 'The depot closes before it opens.' }],
  })
}
