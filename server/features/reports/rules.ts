import { escapeHtml } from '#domain/escape-html.ts'
import { figureWords } from '#domain/figures/words.ts'
import { formatsIn } from '#domain/formats.ts'
import type { Language } from '#domain/language.ts'
import { may } from '#domain/permissions.ts'
import { reportTable, sayFilter, type ReportCell } from '#domain/reports/table.ts'
import type { SendTimes } from '#domain/reports/when.ts'
import type { Report, ReportChange, ReportFormat, ReportNote, ReportRun } from '#domain/schema/report.ts'
import type { Member } from '#domain/schema/member.ts'
import type { Attachment, Mail } from '../../outside/mail.ts'
import type { Cell, ReportPaper } from '../../papers/paper.ts'

/** How a workspace writes, and what it is called. */
export type House = { name: string; language: Language; time_zone: string }

/** Events say how many addresses there are, and not which. */
export function told({ next_at: _, last_sending: __, unwanted_by: ___, schedule, ...report }: Report): ReportNote {
  if (!schedule) return { ...report, mailed: null }
  const { addresses, ...mailed } = schedule
  return { ...report, mailed: { ...mailed, address_count: addresses.length } }
}

/** What a report shows; whoever changes it has it mailed with their own rights from then on. */
const shown = ['measures', 'split', 'filters', 'period', 'range', 'compare'] as const
const timing = ['every', 'weekday', 'day_of_month', 'at'] as const satisfies (keyof SendTimes)[]

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
/** Fields in one order, whatever order they came in. */
const filtersOf = ({ driver_id, vehicle_id, depot_id, client_id }: Report['filters']) => [
  driver_id,
  vehicle_id,
  depot_id,
  client_id,
]
const scheduleOf = (schedule: Report['schedule']) =>
  schedule && [...timing.map((field) => schedule[field]), schedule.formats, schedule.member_ids, schedule.addresses]

/** What becomes of a schedule when a report is changed. */
export function effectOf(before: Report, change: ReportChange) {
  const after = { ...before, ...change }
  const isShownChanged =
    shown.some((field) => field !== 'filters' && !isSame(after[field], before[field])) ||
    !isSame(filtersOf(after.filters), filtersOf(before.filters))
  const isScheduleSet =
    change.schedule !== undefined &&
    (before.stopped !== null || !isSame(scheduleOf(after.schedule), scheduleOf(before.schedule)))
  const isRetimed =
    isScheduleSet &&
    (before.stopped !== null || timing.some((field) => after.schedule?.[field] !== before.schedule?.[field]))
  const isTaken = after.schedule !== null && (isScheduleSet || (isShownChanged && before.stopped === null))
  return { isRetimed, isTaken, isUnscheduled: isScheduleSet && after.schedule === null }
}

type Rights = Pick<Member, 'role' | 'state'>

/** Why a report cannot be mailed with somebody's rights any more, if it cannot. */
export function whyNoAccess(name: string, member: Rights | undefined): string | undefined {
  if (!member) return `${name} no longer belongs to the workspace.`
  if (member.state !== 'active') return `${name} is suspended.`
  if (!may(member.role, 'see_operations') || !may(member.role, 'change_planning')) {
    return `${name} may no longer have reports mailed.`
  }
  return undefined
}

const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** Of a file, in letters that any computer takes. */
export function fileNameOf({ report, from, to }: ReportRun, format: ReportFormat): string {
  const plain = report.name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return `${plain || 'report'}-${from}-${to}.${format}`
}

/** Which days, what they are compared with, and whose they are. */
function factsOf({ language }: House, { from, to, before, filters }: ReportRun): string[] {
  const { rangeName } = figureWords(formatsIn(language))
  return [
    rangeName({ from, to }),
    before ? `Compared with ${rangeName(before)}` : '',
    ...filters.map(sayFilter),
  ].filter(Boolean)
}

const nothingHappened = 'Nothing was delivered or attempted in these days.'

/** A report on paper. */
export function reportPaper(house: House, run: ReportRun, now: Date): ReportPaper {
  const formats = formatsIn(house.language)
  const table = reportTable(run.report, run, formats)
  const isWide = table.columns.length > 5
  const first = isWide ? 0.17 : 0.28
  const cellOf = (isBold: boolean, { text, change }: ReportCell): Cell => [
    { text, isBold },
    ...(change ? [{ text: change.words, isSmall: true }] : []),
  ]
  const cellsOf = ({ name, cells }: { name: string; cells: ReportCell[] }, isBold = false): Cell[] => [
    [{ text: oneLine(name), isBold }],
    ...cells.map((cell) => cellOf(isBold, cell)),
  ]
  return {
    kind: 'report',
    title: run.report.name,
    isWide,
    head: {
      left: house.name,
      right: `As of ${formats.formatDateTime(run.up_to, house.time_zone)} · printed ${formats.formatDateTime(now, house.time_zone)}`,
      title: oneLine(run.report.name),
      beside: '',
      facts: factsOf(house, run).join(' · '),
    },
    chart: table.chart ?? null,
    columns: [
      { title: table.title, share: first },
      ...table.columns.map(({ label }) => ({
        title: label,
        share: (1 - first) / table.columns.length,
        align: 'right' as const,
      })),
    ],
    rows: table.rows.map((row) => cellsOf(row)),
    total: cellsOf(table.total, true),
    notes: [...table.notes, ...(table.isEmpty && table.rows.length ? [nothingHappened] : [])],
    empty: nothingHappened,
  }
}

type Envelope = {
  to: string
  /** Whether it goes to a member, who can stop it by themselves. */
  isMember: boolean
  by: { name: string; address: string | undefined }
  url: string
  attachments: Attachment[]
}

/** The mail that brings a report: its total in the mail, the rest attached. */
export function reportMail(house: House, run: ReportRun, { to, isMember, by, url, attachments }: Envelope): Mail {
  const { columns, total, isEmpty } = reportTable(run.report, run, formatsIn(house.language))
  const name = oneLine(run.report.name)
  const facts = factsOf(house, run)
  const lines = columns.map(({ label }, at) => ({ label, ...total.cells[at]! }))
  const why = `You get this because ${oneLine(by.name)} chose you as a recipient, for ${oneLine(house.name)}.`
  const how = isMember
    ? 'To get it no longer, open the report and press “Stop these mails”.'
    : `To get it no longer, ${by.address ? 'answer this email and ask' : 'ask'} ${oneLine(by.name)}.`
  // Others have no account to open it with.
  const link = isMember ? url : undefined
  const said = isEmpty ? [nothingHappened] : lines.map(sayLine)
  return {
    to,
    subject: `${name}, ${facts[0]}`.slice(0, 200),
    ...(by.address && { replyTo: { name: oneLine(by.name), address: by.address } }),
    text: `${[name, facts.join('\n'), said.join('\n'), link && `Open the report:\n${link}`, `${why} ${how}`].filter(Boolean).join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light"><title>${escapeHtml(name)}</title></head>
<body style="margin:0;padding:32px 16px;background:#f6f8f7;font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;color:#0f1917">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e2e8e6;border-radius:12px">
<p style="margin:0 0 4px;font-size:20px;font-weight:600">${escapeHtml(name)}</p>
<p style="margin:0 0 20px;font-size:14px;color:#4c5b57">${facts.map(escapeHtml).join('<br>')}</p>
${isEmpty ? `<p style="margin:0 0 24px">${nothingHappened}</p>` : totalsTable(lines)}
${link ? openButton(link) : ''}
<p style="margin:0;font-size:13px;color:#4c5b57">${escapeHtml(`${why} ${how}`)}</p>
</div>
</body>
</html>`,
    attachments,
  }
}

const openButton = (url: string) =>
  `<p style="margin:0 0 24px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;background:#0b6b5c;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600">Open the report</a></p>`

type Line = ReportCell & { label: string }
const sayLine = ({ label, text, change }: Line) => `${label}: ${text}${change ? ` (${change.words})` : ''}`

function totalsTable(lines: Line[]): string {
  const rows = lines.map(
    ({ label, text, change }) =>
      `<tr><td style="padding:6px 0;border-bottom:1px solid #e2e8e6">${escapeHtml(label)}</td><td style="padding:6px 0;border-bottom:1px solid #e2e8e6;text-align:right;font-weight:600">${escapeHtml(text)}${change ? `<br><span style="font-size:13px;font-weight:400;color:#4c5b57">${escapeHtml(change.words)}</span>` : ''}</td></tr>`,
  )
  return `<table style="width:100%;border-collapse:collapse;margin:0 0 24px">${rows.join('')}</table>`
}
