import { AppError } from '#domain/errors.ts'

/** The store itself cannot be reached, which says nothing about an object. */
export const isOutage = (error: unknown): boolean => error instanceof AppError && error.code === 'storage_unavailable'
