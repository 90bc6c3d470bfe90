import { AppError } from '#domain/errors.ts'

/** The store itself cannot be reached, which says nothing about an object. */
export const isOutage = (error: unknown): boolean => error instanceof AppError && error.code === 'storage_unavailable'

/** What a command says about it, with the reason. */
export function outageSentence(error: unknown): string | undefined {
  return isOutage(error) ? `The bucket cannot be used: ${((error as AppError).cause as Error).message}.` : undefined
}
