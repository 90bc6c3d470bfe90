import type { DocumentKind } from '#domain/schema/fleet-document.ts'

export const documentWords: Record<DocumentKind, string> = {
  registration: 'Registration',
  insurance: 'Insurance',
  inspection: 'Inspection',
  license: 'License',
  permit: 'Permit',
  lease: 'Lease',
  other: 'Other',
}
