import { eventTypes, type EventType } from '../events/types.ts'

/**
 * What the audit log says besides changes, which are the types of events. The part before the dot is what it is about.
 */
export const notedActions = {
  'session.began': 'Somebody who had signed in began to work in the workspace',
  'session.ended': 'A member signed out',
  'sign_in.failed': 'Somebody entered a wrong password or code for a member’s account',
  'sign_in.password_changed': 'A member has another password',
  'sign_in.address_changed': 'A member has another email address or phone number to sign in with',
  'sign_in.factor_added': 'A member set up a second factor',
  'sign_in.factor_removed': 'A member removed a second factor',
  'sign_in.recovery_code_used': 'A member signed in with a recovery code',
  'sign_in.passkey_added': 'A member added a passkey',
  'sign_in.passkey_removed': 'A member removed a passkey',
  'sign_in.token_reused': 'A session was ended because its token was used twice, as a thief would',
  'sign_in.app_token_reused': 'An app lost its access because its token was used twice, as a thief would',
  'sign_in.blocked': 'The operator blocked a member’s account',
  'access.refused': 'Somebody or a key tried what they may not do',
  'audit.exported': 'The audit log was exported',
  'audit.checked': 'The chain of the audit log was checked',
  'audit.values_erased': 'Personal values were dropped from entries of this log',
  'prescription.added': 'A prescription was added to a delivery',
  'prescription.changed': 'A prescription was changed',
  'prescription.removed': 'A prescription was removed',
  'prescription.seen': 'Somebody who handles prescriptions read one',
  'prescription.seen_in_emergency': 'Somebody read a prescription without the right to, and said why',
  'delivery.opened': 'Somebody opened a confidential delivery',
  'custody.exported': 'The histories of deliveries were exported',
  'addresses.exported': 'The address book was exported',
  'deliveries.exported': 'Deliveries were exported',
  'route_sheets.printed': 'Route sheets of a plan were printed as PDF',
  'transfer.printed': 'The manifest of a transfer was printed as PDF',
  'manifest.printed': 'A list of deliveries was printed as PDF',
  'labels.printed': 'Labels of parcels were printed as PDF',
  'report.exported': 'A report was downloaded as PDF or CSV',
  'note.printed': 'A delivery note with its proofs was printed as PDF',
  'account.exported': 'A member downloaded the data of their account',
  'workspace.export_asked': 'An owner asked for a file with everything of the workspace',
  'workspace.exported': 'A file with everything of the workspace was written',
  'workspace.export_downloaded': 'The file with everything of the workspace was downloaded',
  'workspace.imported': 'The workspace came from another installation',
  'workspace.frozen': 'The operator froze the workspace to move it',
  'workspace.released': 'The operator let the workspace go on',
  'person.exported': 'Everything about a recipient was exported',
  'driver.positions_erased': 'What was kept of where a driver had been was deleted',
  'file.stored': 'A file was uploaded',
  'file.deleted': 'Files were deleted',
  'file.moved': 'A file was moved',
  'bucket.created': 'A bucket for files was created',
  'bucket.updated': 'The settings of a bucket changed',
  'bucket.deleted': 'A bucket was deleted',
} as const satisfies Record<`${string}.${string}`, string>

export type NotedAction = keyof typeof notedActions
export type AuditAction = EventType | NotedAction

export const auditActions: Record<AuditAction, string> = { ...eventTypes, ...notedActions }
export const auditActionNames = Object.keys(auditActions) as AuditAction[]
