import type { Factor } from '@supabase/supabase-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus, Smartphone, TabletSmartphone } from 'lucide-react'
import { useState } from 'react'
import { appConfig } from '#web/lib/app-config.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { factorsQuery, read, recoveryCodesQuery, refreshAccount } from '../account-query.ts'
import { EnrollApp } from './enroll-app.tsx'
import { EnrollPhone } from './enroll-phone.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RemoveDialog } from '../remove-dialog.tsx'
import { Row, Rows } from '../rows.tsx'
import { Section } from '../section.tsx'
import { dayOf } from '../../when.ts'

const kinds: Record<string, { name: string; icon: React.ReactNode }> = {
  totp: { name: 'Authenticator app', icon: <TabletSmartphone /> },
  phone: { name: 'Text to a phone', icon: <Smartphone /> },
  webauthn: { name: 'Security key', icon: <KeyRound /> },
}

/** What sign-in asks for after the password, and the recovery codes for when it is lost. */
export function SecondFactors() {
  const query = useQuery(factorsQuery)
  const codes = useQuery({ ...recoveryCodesQuery, enabled: (query.data?.length ?? 0) > 0 })
  const client = useQueryClient()
  const [open, setOpen] = useState<'app' | 'phone' | 'codes'>()
  const [removing, setRemoving] = useState<Factor>()
  const factors = query.data?.filter(({ factor_type: type }) => type !== 'recovery_code') ?? []

  const added = () => {
    void refreshAccount(client)
    // Without recovery codes, people are locked out the day they lose their phone.
    if (codes.data) {
      setOpen(undefined)
      toast({ title: 'The second factor is on' })
    } else setOpen('codes')
  }
  return (
    <Section
      id="second-factors"
      title="Second factor"
      description="A code from your phone in addition to the password. A stolen password alone is useless."
      actions={
        query.data && (
          <>
            <Button icon={<Plus aria-hidden="true" className="size-4" />} onPress={() => setOpen('app')}>
              Add an authenticator app
            </Button>
            {appConfig()?.providers.phone && <Button onPress={() => setOpen('phone')}>Add a phone</Button>}
          </>
        )
      }
    >
      <Rows
        query={{ ...query, data: query.data && factors } as typeof query}
        label="Second factors"
        empty="None yet. An authenticator app takes a minute to set up."
      >
        {(factor) => {
          const { name, icon } = kinds[factor.factor_type] ?? { name: factor.factor_type, icon: <KeyRound /> }
          return (
            <Row
              key={factor.id}
              icon={icon}
              title={factor.friendly_name || name}
              actions={
                <Button variant="danger-quiet" size="small" onPress={() => setRemoving(factor)}>
                  Remove
                </Button>
              }
            >
              {factor.friendly_name?.startsWith(name) ? 'Added' : `${name}, added`} {dayOf(factor.created_at)}
            </Row>
          )
        }}
      </Rows>
      {factors.length > 0 && (
        <RecoveryCodes
          query={codes}
          isOpen={open === 'codes'}
          onOpenChange={(is) => setOpen(is ? 'codes' : undefined)}
        />
      )}
      <EnrollApp isOpen={open === 'app'} onClose={() => setOpen(undefined)} onDone={added} />
      <EnrollPhone isOpen={open === 'phone'} onClose={() => setOpen(undefined)} onDone={added} />
      <RemoveDialog
        item={removing}
        title={(factor) => `Remove ${factor.friendly_name || kinds[factor.factor_type]?.name || 'this factor'}?`}
        confirmLabel="Remove the factor"
        remove={(factor) => read((auth) => auth.mfa.unenroll({ factorId: factor.id }))}
        onClose={() => setRemoving(undefined)}
        onDone={() => {
          toast({ title: 'The second factor was removed' })
          void refreshAccount(client)
        }}
      >
        {factors.length === 1
          ? 'It is your only one. After that, your password alone is enough to sign in, and your recovery codes are deleted.'
          : 'You will no longer be asked for it. Your other second factors stay.'}
      </RemoveDialog>
    </Section>
  )
}
