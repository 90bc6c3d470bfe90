import { AppError } from '#domain/errors.ts'
import { calendarYears } from '#domain/schema/calendar.ts'
import { dayAfter } from '#domain/time.ts'

/**
 * The calendar is about what is to come, and not about the next century.
 * @throws AppError `validation_failed`
 */
export function checkDays(days: { first: string; last: string }, today: string, path: [first: string, last: string]) {
  const problem = dayProblem(days, today)
  if (!problem) return
  const errors = [{ path: problem.isLast ? path[1] : path[0], message: problem.message }]
  throw new AppError('validation_failed', { errors })
}

function dayProblem({ first, last }: { first: string; last: string }, today: string) {
  if (last < today) return { isLast: true, message: 'That day is over. Choose today or a later day.' }
  if (first > dayAfter(today, calendarYears * 366)) {
    return { isLast: false, message: `Choose a day in the next ${calendarYears} years.` }
  }
  return undefined
}
