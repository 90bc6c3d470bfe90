import { z } from 'zod'
import { AuditPage, AuditState, ExportNote, auditFilter } from '../schema/audit.ts'
import { endpoint, pageQuery } from './endpoint.ts'

const tag = 'Audit'
const may = 'manage_workspace'

export const listAudit = endpoint({
  id: 'listAudit',
  method: 'GET',
  path: '/v1/audit',
  may,
  tag,
  summary: 'What people and keys did in the workspace, the newest first',
  query: z.strictObject({
    ...auditFilter,
    q: z.string().max(200).optional().describe('Text in names, values or addresses'),
    ...pageQuery,
  }),
  reply: AuditPage,
})

export const exportAudit = endpoint({
  id: 'exportAudit',
  method: 'GET',
  path: '/v1/audit/export',
  may,
  tag,
  summary: 'The audit log or a part of it as a file, with a signed end',
  query: z.strictObject({ format: z.enum(['csv', 'jsonl']).default('jsonl'), ...auditFilter }),
  media: 'application/octet-stream',
  reply: z.string().meta({ description: 'JSON Lines or CSV; `npm run audit -- verify FILE` verifies either' }),
})

export const getAuditState = endpoint({
  id: 'getAuditState',
  method: 'GET',
  path: '/v1/audit/check',
  may,
  tag,
  summary: 'How long the audit log is, and whether its chain was found whole',
  reply: AuditState,
})

export const checkAudit = endpoint({
  id: 'checkAudit',
  method: 'POST',
  path: '/v1/audit/check',
  may,
  tag,
  summary: 'Check the chain of the audit log from its first entry to its last',
  status: 202,
  idempotent: true,
  reply: AuditState,
  addsNothing: () => true,
})

export const noteExport = endpoint({
  id: 'noteExport',
  method: 'POST',
  path: '/v1/audit/exports',
  may: 'see_deliveries',
  tag,
  summary: 'Note in the audit log that a program exported or printed what it had read',
  body: ExportNote,
  addsNothing: () => true,
})
