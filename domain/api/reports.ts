import { z } from 'zod'
import {
  NewReport,
  Report,
  ReportChange,
  ReportPage,
  ReportRun,
  ReportSending,
  ReportSendingPage,
} from '../schema/report.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'

const tag = 'Analytics'
const params = idParams
const file = z.string().meta({ format: 'binary' })

export const listReports = endpoint({
  id: 'listReports',
  method: 'GET',
  path: '/v1/reports',
  may: 'see_operations',
  tag,
  summary: 'Saved reports by name, with when each is mailed',
  query: z.strictObject(pageQuery),
  reply: ReportPage,
})

export const getReport = endpoint({
  id: 'getReport',
  method: 'GET',
  path: '/v1/reports/:id',
  may: 'see_operations',
  tag,
  summary: 'One report',
  params,
  reply: Report,
  record: 'shown',
})

export const createReport = endpoint({
  id: 'createReport',
  method: 'POST',
  path: '/v1/reports',
  may: 'change_planning',
  tag,
  summary: 'Save a report: measures, a split, filters and a range that moves with the day',
  body: NewReport,
  reply: Report,
  status: 201,
  idempotent: true,
  record: 'shown',
})

export const changeReport = endpoint({
  id: 'changeReport',
  method: 'PATCH',
  path: '/v1/reports/:id',
  may: 'change_planning',
  tag,
  summary: 'Change what a report shows, or when it is mailed and to whom',
  params,
  body: ReportChange,
  reply: Report,
  record: 'changed',
})

export const deleteReport = endpoint({
  id: 'deleteReport',
  method: 'DELETE',
  path: '/v1/reports/:id',
  may: 'change_planning',
  tag,
  summary: 'Delete a report; it is not mailed any more, and can be restored for a day',
  params,
  record: 'changed',
})

export const restoreReport = endpoint({
  id: 'restoreReport',
  method: 'POST',
  path: '/v1/reports/:id/restore',
  may: 'change_planning',
  tag,
  summary: 'Bring a report back that was deleted within a day, with its schedule and sendings',
  params,
  reply: Report,
})

export const runReport = endpoint({
  id: 'runReport',
  method: 'GET',
  path: '/v1/reports/:id/run',
  may: 'see_operations',
  tag,
  summary: 'The figures of a report as of now, as far as you see them',
  params,
  reply: ReportRun,
})

export const printReport = endpoint({
  id: 'printReport',
  method: 'GET',
  path: '/v1/reports/:id/report.pdf',
  may: 'see_operations',
  tag,
  summary: 'A report as of now, as PDF',
  params,
  reply: file,
  media: 'application/pdf',
})

export const exportReport = endpoint({
  id: 'exportReport',
  method: 'GET',
  path: '/v1/reports/:id/report.csv',
  may: 'see_operations',
  tag,
  summary: 'A report as of now, as CSV',
  params,
  reply: z.string(),
  media: 'text/csv',
})

export const sendReport = endpoint({
  id: 'sendReport',
  method: 'POST',
  path: '/v1/reports/:id/send',
  may: 'change_planning',
  tag,
  summary: 'Mail a report now, with your rights, to the recipients of its schedule',
  params,
  reply: ReportSending,
  status: 202,
  idempotent: true,
})

export const listReportSendings = endpoint({
  id: 'listReportSendings',
  method: 'GET',
  path: '/v1/reports/:id/sendings',
  may: 'see_operations',
  tag,
  summary: 'When a report was mailed, to whom, and what became of it, the newest first',
  params,
  query: z.strictObject(pageQuery),
  reply: ReportSendingPage,
})

export const stopReportMails = endpoint({
  id: 'stopReportMails',
  method: 'POST',
  path: '/v1/reports/:id/stop-mails',
  may: 'see_operations',
  tag,
  summary: 'Get a report by mail no longer, or again',
  params,
  body: z.strictObject({ stopped: z.boolean().default(true) }),
  reply: Report,
  addsNothing: () => true,
})
