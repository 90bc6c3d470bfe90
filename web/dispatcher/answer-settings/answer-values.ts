import type { MessageSettings, MessageSettingsPatch } from '#domain/schema/message.ts'

/** As it is edited: null where the usual ones are offered. */
export type AnswerValues = Pick<MessageSettings, 'driver_answers' | 'dispatcher_answers'>

export const toAnswerValues = ({ driver_answers, dispatcher_answers }: MessageSettings): AnswerValues => ({
  driver_answers,
  dispatcher_answers,
})

const written = (answers: string[] | null) => answers?.map((each) => each.trim()).filter(Boolean) ?? null

/** What is saved. Lines that say nothing are left out. */
export const fromAnswerValues = ({ driver_answers, dispatcher_answers }: AnswerValues): MessageSettingsPatch => ({
  driver_answers: written(driver_answers),
  dispatcher_answers: written(dispatcher_answers),
})

/** The answers with one of them a place higher or lower. */
export function moved(answers: readonly string[], from: number, by: -1 | 1): string[] {
  const rest = answers.toSpliced(from, 1)
  return rest.toSpliced(from + by, 0, answers[from]!)
}
