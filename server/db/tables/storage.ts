import type { ColumnType, Generated } from 'kysely'
import type { DefaultTimestamp, Timestamp } from './columns.ts'

type Json<T> = ColumnType<T, string, string>

export type StorageBucketTable = {
  workspace_id: string
  id: string
  name: string
  owner: string | null
  owner_id: string | null
  public: Generated<boolean>
  file_size_limit: number | null
  allowed_mime_types: string[] | null
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
}

/** What a list shows of an object's content, in the protocol's words. */
export type ObjectMetadata = {
  eTag: string
  size: number
  mimetype: string
  cacheControl: string
  lastModified: string
  contentLength: number
  httpStatusCode: 200
  contentEncoding?: string
}

export type StorageObjectTable = {
  id: Generated<string>
  workspace_id: string
  bucket_id: string
  name: string
  owner: string | null
  owner_id: string | null
  sha256: string
  size: number
  /** The type that the content shows, whatever its sender said. Null if it shows none. */
  shown_type: string | null
  metadata: Json<ObjectMetadata>
  user_metadata: ColumnType<Record<string, unknown> | null, string | null, string | null>
  version: string
  path_tokens: ColumnType<string[], never, never>
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
  last_accessed_at: DefaultTimestamp
}

export type StorageUploadTable = {
  id: string
  workspace_id: string
  bucket_id: string
  name: string
  owner: string | null
  owner_id: string | null
  upsert: boolean
  length: number | null
  content_type: string
  cache_control: string
  user_metadata: ColumnType<Record<string, unknown> | null, string | null, string | null>
  upload_metadata: string
  created_at: DefaultTimestamp
  expires_at: Timestamp
}

/** A content that the store of objects has, or is about to have. */
export type StorageBlobTable = { sha256: string; bytes: number; touched_at: Timestamp }
