import type { Role } from '#domain/permissions.ts'

/** What a role is called, and what it is for. */
export const roleWords: Record<Role, { label: string; does: string }> = {
  owner: { label: 'Owner', does: 'Everything, with billing and deleting the workspace.' },
  admin: { label: 'Admin', does: 'Everything except billing: members, API keys, integrations and settings too.' },
  dispatcher: { label: 'Dispatcher', does: 'Changes deliveries, plans, drivers and vehicles.' },
  driver: { label: 'Driver', does: 'Sees and works on their own route.' },
  viewer: { label: 'Viewer', does: 'Sees everything and changes nothing.' },
  client: { label: 'Client', does: 'Sees and adds the deliveries of one client only.' },
}
