import { AppError } from '#domain/errors.ts'

/**
 * Checks a shift of which a change may contain only one half; the other half is the stored one.
 * @throws AppError `validation_failed`
 */
export function checkShift(driver: { shift_start: string; shift_end: string }): void {
  if (driver.shift_start < driver.shift_end) return
  throw new AppError('validation_failed', {
    errors: [{ path: 'shift_end', message: 'The shift ends before it starts.' }],
  })
}
