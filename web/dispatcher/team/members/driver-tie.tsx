import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { changeDriver, createDriver } from '#domain/api/drivers.ts'
import type { Driver } from '#domain/schema/driver.ts'
import type { TeamMember } from '#domain/schema/member.ts'
import { call } from '#web/lib/call.ts'
import { changeRecord } from '#web/lib/change-record.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import { activeDriversQuery } from '../../queries.ts'

const none = 'none'
const fresh = 'new'

/** Ties a member to a driver's record, which gives them a driver's rights besides their role. It takes effect at once. */
export function DriverTie({ member }: { member: TeamMember }) {
  const client = useQueryClient()
  const drivers = useQuery(activeDriversQuery)
  const current = member.driver?.id
  const change = useMutation({
    mutationFn: (wanted: string) => tie(member, wanted, drivers.data ?? []),
    onSuccess: (name) =>
      toast({ title: name ? `${member.name} drives as ${name}` : `${member.name} is tied to no driver any more` }),
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
    onSettled: () => client.invalidateQueries(),
  })
  const free = (drivers.data ?? []).filter(({ id, user_id }) => user_id === null || id === current)
  const isListed = free.some(({ id }) => id === current)
  return (
    <section aria-label="Driver" className="mt-6 border-t pt-5">
      <Select
        label="Drives as"
        description="With a driver’s record, they also get routes and see their own, whatever their role."
        options={[
          { id: none, label: 'Does not drive' },
          ...(current ? [] : [{ id: fresh, label: 'A new driver', description: `Adds ${member.name} to the drivers` }]),
          ...(member.driver && !isListed ? [{ id: member.driver.id, label: member.driver.name }] : []),
          ...free.map(({ id, name, phone }) => ({ id, label: name, ...(phone && { description: phone }) })),
        ]}
        value={current ?? none}
        isDisabled={change.isPending || drivers.isPending}
        onChange={(value) => value !== (current ?? none) && change.mutate(String(value))}
      />
    </section>
  )
}

/** Frees the former record first, because a member is one driver at most. Returns the driver's name. */
async function tie(member: TeamMember, wanted: string, drivers: readonly Driver[]): Promise<string | undefined> {
  const set = (driver: Driver, user_id: string | null) =>
    changeRecord(driver, { user_id }, (version) =>
      call(changeDriver, { params: { id: driver.id }, body: { user_id }, version }),
    )
  const former = drivers.find(({ user_id }) => user_id === member.user_id)
  if (former) await set(former, null)
  if (wanted === none) return undefined
  const { name, phone, email, user_id } = member
  if (wanted === fresh) return (await call(createDriver, { body: { name, phone, email, user_id } })).name
  const driver = drivers.find(({ id }) => id === wanted)!
  return (await set(driver, user_id)).name
}
