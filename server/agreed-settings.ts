import { createHash } from 'node:crypto'
import type { Config } from './config.ts'
import type { Agreed } from './nodes/agreed.ts'

/** What to compare of a server's settings. */
export function agreedOf(config: Config): Agreed {
  const { s3, nats } = config
  const values: Record<string, unknown> = {
    S3_BUCKET: s3 && [s3.endpoint, s3.bucket, s3.prefix],
    // Any address of a cluster does.
    NATS_URL: nats && [nats.subject],
    PUBLIC_URL: config.publicUrl,
    MAIL_FROM: config.mailFrom,
    SMTP_URL: config.smtpUrl !== undefined,
    SMS: [config.sms !== undefined, config.smsPerSecond],
    GEOCODER: config.geocoder?.kind,
    ROUTING: config.routing !== undefined,
    STRIPE_SECRET_KEY: config.stripe !== undefined,
    OPERATOR_EMAILS: config.operatorEmails,
    QUOTAS: config.quotas,
    DEFAULT_TIER: config.defaultTier,
    EVENT_RETENTION_DAYS: config.eventRetentionDays,
    STORAGE_MAX_FILE_MB: config.storage.maxBytes,
    RATE_LIMIT: config.limits,
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, hashOf(value)]))
}

const hashOf = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('hex')
    .slice(0, 16)
