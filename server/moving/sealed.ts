import { sealedPrescriptionColumns } from '../features/prescriptions/rules.ts'
import { newSecret, sealedWebhookColumns } from '../features/webhooks/rules.ts'
import type { SealedColumn } from './tables.ts'

/** The sealed columns that move, opened here and sealed anew there. Those of shops stay behind. */
export const sealedColumns: readonly SealedColumn[] = [...sealedWebhookColumns, ...sealedPrescriptionColumns]

/** Secrets that are made anew when a file holds none. */
export const newSecrets: Record<string, () => string> = { 'webhook_endpoints.secret': newSecret }
