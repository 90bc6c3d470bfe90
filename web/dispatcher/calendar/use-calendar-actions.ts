import { useQueryClient } from '@tanstack/react-query'
import { createDayOff, createHoliday, deleteDayOff, deleteHoliday } from '#domain/api/calendar.ts'
import type { DayOff, Holiday, NewDayOff, NewHoliday } from '#domain/schema/calendar.ts'
import { call, newIdempotencyKey } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { toast } from '#web/ui/toast.tsx'
import { holidayWords, offWords } from './calendar-words.ts'

/** Adds and deletes days off and holidays. Whatever was done can be undone from its toast. */
export function useCalendarActions(today: string) {
  const client = useQueryClient()
  const read = () => client.invalidateQueries({ queryKey: keys.calendar.all })
  const offer = (title: string, undo?: () => Promise<unknown>) =>
    toast({ title, ...(undo && { action: { label: 'Undo', onPress: () => void attempt(undo) } }) })

  async function attempt(work: () => Promise<unknown>) {
    try {
      await work()
    } catch (error) {
      toast({ tone: 'error', title: sentenceOf(error) })
    }
    await read()
  }

  const removeDayOff = ({ id, version }: DayOff) => call(deleteDayOff, { params: { id }, version })
  const removeHoliday = ({ id, version }: Holiday) => call(deleteHoliday, { params: { id }, version })
  const addDayOff = (body: NewDayOff) => call(createDayOff, { body, idempotencyKey: newIdempotencyKey() })
  const addHoliday = (body: NewHoliday) => call(createHoliday, { body, idempotencyKey: newIdempotencyKey() })
  // What is over cannot be added again.
  const isOver = (lastDay: string) => lastDay < today

  return {
    /** After a form added it. */
    addedDayOff: async (added: DayOff) => {
      await read()
      offer(`${offWords(added)} off`, () => removeDayOff(added))
    },
    addedHoliday: async (added: Holiday) => {
      await read()
      offer(`${holidayWords(added)} is a holiday`, () => removeHoliday(added))
    },
    deleteDayOff: (dayOff: DayOff) =>
      attempt(async () => {
        await removeDayOff(dayOff)
        const { driver_id, first_day, last_day, reason } = dayOff
        const undo = () => addDayOff({ driver_id, first_day, last_day, reason })
        offer(`${dayOff.driver_name} works then`, isOver(last_day) ? undefined : undo)
      }),
    deleteHoliday: (holiday: Holiday) =>
      attempt(async () => {
        await removeHoliday(holiday)
        const { day, name, depot_id } = holiday
        offer(`${name} is no holiday any more`, isOver(day) ? undefined : () => addHoliday({ day, name, depot_id }))
      }),
  }
}
export type CalendarActions = ReturnType<typeof useCalendarActions>
