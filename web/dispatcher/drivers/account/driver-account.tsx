import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link2, Mail, MessageSquare, QrCode } from 'lucide-react'
import { useState } from 'react'
import { getDriverAccount } from '#domain/api/invitations.ts'
import type { Driver } from '#domain/schema/driver.ts'
import type { DriverAccount as Account } from '#domain/schema/invitation.ts'
import { call } from '#web/lib/call.ts'
import { formatDate } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CodeDialog } from './code-dialog.tsx'
import { CutTieDialog } from './cut-tie-dialog.tsx'
import { InviteDriverDialog, type Way } from './invite-driver-dialog.tsx'
import { WaitingInvitation } from './waiting-invitation.tsx'
import { WithoutHttps } from './without-https.tsx'

type Doing = 'code' | 'cut' | Way

/** How a driver signs in: the account, what is on its way, and the ways to invite. */
export function DriverAccount({ driver }: { driver: Driver }) {
  const queryClient = useQueryClient()
  const [doing, setDoing] = useState<Doing>()
  const account = useQuery({
    queryKey: keys.drivers.account(driver.id),
    queryFn: ({ signal }) => call(getDriverAccount, { params: { id: driver.id }, signal }),
  })
  const refresh = () => void queryClient.invalidateQueries({ queryKey: keys.drivers.account(driver.id) })
  const close = () => {
    setDoing(undefined)
    refresh()
  }
  return (
    <section aria-label="Account" className="mt-6 border-t pt-4">
      <h3 className="mb-1 font-semibold tracking-tight">Account</h3>
      {driver.active && <WithoutHttps />}
      {account.isPending && <Skeleton className="h-5 w-2/3" />}
      {account.isLoadingError && (
        <LoadError title="The account could not be loaded" error={account.error} onRetry={refresh} />
      )}
      {account.data && (
        <>
          {account.data.member ? (
            <Tied account={account.data} driver={driver} onDo={setDoing} />
          ) : (
            <Untied account={account.data} driver={driver} onDo={setDoing} onChanged={refresh} />
          )}
          {doing === 'code' && (
            <CodeDialog
              driver={driver}
              current={account.data.code}
              isSecondPhone={account.data.member !== null}
              onClose={close}
            />
          )}
          {doing === 'cut' && <CutTieDialog driver={driver} account={account.data} onClose={close} />}
          {(doing === 'email' || doing === 'text' || doing === 'link') && (
            <InviteDriverDialog driver={driver} way={doing} byMail={account.data.by_mail} onClose={close} />
          )}
        </>
      )}
    </section>
  )
}

type PartProps = { account: Account; driver: Driver; onDo: (doing: Doing) => void }

function Tied({ account, driver, onDo }: PartProps) {
  const { workspace } = useMe()
  const { name, role, since, signs_in_by_code } = account.member!
  const drives = role === 'driver' ? '' : ` They are ${/^[aeiou]/.test(role) ? 'an' : 'a'} ${role}, and drive too.`
  return (
    <div className="grid gap-3">
      <p className="text-ink-muted">
        <span className="font-medium text-ink">{name}</span>, member since {formatDate(since, workspace.time_zone)}, is
        this driver.{drives}{' '}
        {signs_in_by_code
          ? 'The account has no password: a code on your screen signs a phone in.'
          : 'They sign in with their own account, so no code can do it for them.'}
      </p>
      <div className="flex flex-wrap gap-2">
        {signs_in_by_code && driver.active && (
          <Button icon={<QrCode aria-hidden="true" className="size-4" />} onPress={() => onDo('code')}>
            Sign another phone in
          </Button>
        )}
        <Button onPress={() => onDo('cut')}>Cut the tie</Button>
      </div>
    </div>
  )
}

function Untied({ account, driver, onDo, onChanged }: PartProps & { onChanged: () => void }) {
  if (!driver.active) return <p className="text-ink-muted">Activate the driver to invite them.</p>
  return (
    <div className="grid gap-3">
      {account.invitation ? (
        <WaitingInvitation invitation={account.invitation} onChanged={onChanged} />
      ) : (
        <p className="text-ink-muted">
          No account is tied to this driver. Invite them, and they see their own route on their phone.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant={account.invitation ? 'secondary' : 'primary'}
          icon={<QrCode aria-hidden="true" className="size-4" />}
          onPress={() => onDo('code')}
        >
          Show QR code
        </Button>
        <Button icon={<Mail aria-hidden="true" className="size-4" />} onPress={() => onDo('email')}>
          Email
        </Button>
        {account.by_text && (
          <Button icon={<MessageSquare aria-hidden="true" className="size-4" />} onPress={() => onDo('text')}>
            Text
          </Button>
        )}
        <Button icon={<Link2 aria-hidden="true" className="size-4" />} onPress={() => onDo('link')}>
          Link
        </Button>
      </div>
      {!account.by_text && (
        <p className="text-[0.8125rem] text-ink-muted">
          This server cannot send text messages. Its operator can set up a provider.
        </p>
      )}
    </div>
  )
}
