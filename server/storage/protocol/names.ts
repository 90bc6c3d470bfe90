import { StorageError } from './errors.ts'

const bucketCharacters = /^[\w!.*'() &$@=;:+,?-]+$/
const keyCharacters = /^[\w/!.*'() &$@=;:+,?-]+$/
const mostBucketCharacters = 100
/** As much as S3 takes. All allowed characters are one byte. */
const mostKeyBytes = 1024
const quotedLength = 200

export const isBucketName = (name: string): boolean =>
  name.length <= mostBucketCharacters && bucketCharacters.test(name) && name.trim() === name

/**
 * Besides what the protocol refuses, no part may be empty, blank, `.` or `..`: clients and proxies change such addresses on
 * the way, so that the object could not be reached.
 */
export const isKey = (key: string): boolean =>
  key.length <= mostKeyBytes &&
  keyCharacters.test(key) &&
  key.split('/').every((part) => part.trim() !== '' && part !== '.' && part !== '..')

/** @throws StorageError `bad_bucket_name` */
export function checkBucketName(name: string): string {
  if (!isBucketName(name)) throw new StorageError('bad_bucket_name')
  return name
}

/** @throws StorageError `bad_key` */
export function checkKey(key: string): string {
  if (!isKey(key)) throw new StorageError('bad_key', `Invalid key: ${key.slice(0, quotedLength)}`)
  return key
}
