import { AppError } from '#domain/errors.ts'

/** Every plan looks at all of them for every delivery. */
export const mostTerritories = 200

/** @throws AppError `validation_failed` */
export function checkRoom(count: number): void {
  if (count < mostTerritories) return
  const message = `A workspace has at most ${mostTerritories} territories. Delete one that you no longer need.`
  throw new AppError('validation_failed', { errors: [{ path: 'name', message }] })
}
