import { later, weekdays, type Shift, type Week, type Weekday } from '../schema/shift.ts'
import { toDayTime, toTimeOfDay } from './cells.ts'

/** How people begin the names of the days, in English and Indonesian. */
const names: Record<Weekday, readonly string[]> = {
  mon: ['mo', 'sen'],
  tue: ['tu', 'sel'],
  wed: ['we', 'rab'],
  thu: ['th', 'kam'],
  fri: ['fr', 'jum'],
  sat: ['sa', 'sab'],
  sun: ['su', 'min'],
}

const everyDay = /^(?:daily|every day|all days|all|setiap hari)$/

/**
 * A week as people write it: `Mon-Fri 08:00-17:00; Sat 22:00-06:00`. Days that are not named are free. Hours that end
 * before they start end on the next day. Undefined for anything else.
 */
export function toWeek(text: string): Week | undefined {
  const week: Week = { mon: null, tue: null, wed: null, thu: null, fri: null, sat: null, sun: null }
  const named = new Set<Weekday>()
  for (const part of text.split(/[;\n|]/).map((each) => each.trim().toLowerCase())) {
    if (part === '') continue
    const [, said = '', hours = ''] = /^([^\d]*?)[\s:]*(?=\d|off$|free$|libur$)(.+)$/.exec(part) ?? []
    const days = toDays(said)
    const shift = ['off', 'free', 'libur'].includes(hours) ? null : toShift(hours)
    if (!days || shift === undefined) return undefined
    for (const day of days) {
      if (named.has(day)) return undefined
      named.add(day)
      week[day] = shift
    }
  }
  return named.size > 0 ? week : undefined
}

function toDays(text: string): Weekday[] | undefined {
  const plain = text.trim()
  if (plain === '' || everyDay.test(plain)) return [...weekdays]
  const days: Weekday[] = []
  for (const each of plain.split(/[,&+]|\band\b|\s+(?![-–])(?<![-–]\s+)/).filter((word) => word.trim())) {
    const [from, to, ...more] = each.split(/[-–]/).map(toDay)
    if (!from || more.length || (each.search(/[-–]/) >= 0 && !to)) return undefined
    const first = weekdays.indexOf(from)
    const length = to ? ((weekdays.indexOf(to) - first + 7) % 7) + 1 : 1
    for (let step = 0; step < length; step++) days.push(weekdays[(first + step) % 7]!)
  }
  return days.length ? days : undefined
}

const toDay = (word: string): Weekday | undefined =>
  weekdays.find((day) => names[day].some((start) => word.trim().startsWith(start)))

function toShift(text: string): Shift | undefined {
  const [from, to, ...more] = text.split(/\s*(?:[-–]|\bto\b|\buntil\b)\s*/)
  const start = from && toTimeOfDay(from)
  const end = to && toDayTime(to)
  if (!start || !end || more.length) return undefined
  return { start, end: end <= start ? later(end) : end }
}
