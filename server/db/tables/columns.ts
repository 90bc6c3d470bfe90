import type { ColumnType } from 'kysely'

/** An instant: read as an RFC 3339 string, written as one or as a Date. */
export type Timestamp = ColumnType<string, string | Date, string | Date>
export type TimestampOrNull = ColumnType<string | null, string | Date | null | undefined, string | Date | null>
export type DefaultTimestamp = ColumnType<string, string | Date | undefined, string | Date>
