import { Check, Minus } from 'lucide-react'
import { may, roles, type Action, type Role } from '#domain/permissions.ts'
import { cx } from '#web/ui/cx.ts'

const roleNames: Record<Role, string> = {
  owner: 'Owner',
  admin: 'Administrator',
  dispatcher: 'Dispatcher',
  driver: 'Driver',
  viewer: 'Viewer',
  client: 'Client',
}

const rows: readonly { action: Action; words: string }[] = [
  { action: 'work_own_route', words: 'Drive their own route and record proof of delivery' },
  { action: 'add_deliveries', words: 'Add deliveries, and see what becomes of them' },
  { action: 'see_operations', words: 'See every delivery, route and driver' },
  { action: 'change_deliveries', words: 'Change and confirm deliveries and addresses' },
  { action: 'change_planning', words: 'Plan routes and dispatch them' },
  { action: 'change_fleet', words: 'Manage drivers, vehicles and depots' },
  { action: 'manage_workspace', words: 'Manage members, keys and settings' },
  { action: 'manage_billing', words: 'Manage billing' },
]

/** What each role may do, read from the rules the server enforces. */
export function RoleTable() {
  return (
    <div className="overflow-hidden rounded-2xl border bg-surface shadow-raised">
      <table className="w-full text-[0.9375rem]">
        <thead className="text-[0.8125rem]">
          <tr className="border-b">
            <th scope="col" className="px-4 py-3 text-left align-bottom font-medium text-ink-muted sm:px-6">
              Permission
            </th>
            {roles.map((role) => (
              <th key={role} scope="col" className="py-3 align-bottom font-semibold sm:w-28">
                {/* Vertical where six names don’t fit side by side. */}
                <span className="inline-block max-sm:rotate-180 max-sm:[writing-mode:vertical-rl]">
                  {roleNames[role]}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {rows.map(({ action, words }) => (
            <tr key={action}>
              <th scope="row" className="px-4 py-3.5 text-left leading-snug font-normal sm:px-6">
                {words}
              </th>
              {roles.map((role) => (
                <Answer key={role} isYes={may(role, action)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Answer({ isYes }: { isYes: boolean }) {
  const Icon = isYes ? Check : Minus
  return (
    <td className="px-1 py-3.5 text-center max-sm:w-9 max-sm:last:pr-3">
      <Icon aria-hidden="true" className={cx('mx-auto size-5', isYes ? 'text-brand-ink' : 'text-line-strong')} />
      <span className="sr-only">{isYes ? 'Yes' : 'No'}</span>
    </td>
  )
}
