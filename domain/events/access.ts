import type { SubjectKind } from './types.ts'

const kinds: readonly SubjectKind[] = ['workspace', 'api_key', 'app', 'app_grant', 'member', 'driver']

/** Whether an event about this kind of record may change what somebody may do in the workspace. */
export const concernsAccess = (kind: SubjectKind): boolean => kinds.includes(kind)
