import { AppError, type ErrorCode } from '#domain/errors.ts'

/**
 * Runs a write and turns a violation of a unique index into the error it means. The transaction has failed then, so let
 * the error leave it.
 */
export async function orConflict<T>(indexes: Record<string, ErrorCode>, write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    const meaning = code === '23505' && constraint ? indexes[constraint] : undefined
    throw meaning ? new AppError(meaning) : error
  }
}
