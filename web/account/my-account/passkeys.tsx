import type { PasskeyListItem } from '@supabase/supabase-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fingerprint, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useAttempt } from '../use-attempt.ts'
import { sentenceForPasskey } from '../sentences.ts'
import { ask } from '../ask.ts'
import { takesPasskeys } from '../providers.ts'
import { passkeysQuery, read, refreshAccount } from './account-query.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { Row, Rows } from './rows.tsx'
import { Section } from './section.tsx'
import { dayOf, timeOf } from '../when.ts'

/** Passkeys: add, rename and remove them. */
export function Passkeys() {
  const query = useQuery(passkeysQuery)
  const client = useQueryClient()
  const [renaming, setRenaming] = useState<PasskeyListItem>()
  const [removing, setRemoving] = useState<PasskeyListItem>()
  // Ask for a name right away, while the person still has the device at hand.
  const { add, isAdding, failure } = useAddPasskey(setRenaming)
  return (
    <Section
      id="passkeys"
      title="Passkeys"
      description="Sign in with your fingerprint, your face or your screen lock. There is nothing to type and nothing to steal."
      actions={
        takesPasskeys() && (
          <Button
            icon={<Plus aria-hidden="true" className="size-4" />}
            isPending={isAdding}
            pendingLabel="Waiting for your passkey"
            onPress={() => void add()}
          >
            Add a passkey
          </Button>
        )
      }
    >
      {failure && (
        <div className="mb-4">
          <PlainAlert>{failure}</PlainAlert>
        </div>
      )}
      <Rows
        query={query}
        label="Passkeys"
        empty={
          takesPasskeys() ? 'None yet.' : 'None yet, and this browser does not support passkeys. Try it on your phone.'
        }
      >
        {(passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            onRename={() => setRenaming(passkey)}
            onRemove={() => setRemoving(passkey)}
          />
        )}
      </Rows>
      <RenameDialog
        item={renaming}
        title="Name this passkey"
        label="Name"
        hint="The device it is on, such as “Work laptop”."
        nameOf={nameOf}
        rename={(passkey, friendlyName) => read((auth) => auth.passkey.update({ passkeyId: passkey.id, friendlyName }))}
        onClose={() => setRenaming(undefined)}
        onDone={() => void refreshAccount(client)}
      />
      <RemoveDialog
        item={removing}
        title={(passkey) => `Remove “${nameOf(passkey)}”?`}
        confirmLabel="Remove the passkey"
        remove={(passkey) => read((auth) => auth.passkey.delete({ passkeyId: passkey.id }))}
        onClose={() => setRemoving(undefined)}
        onDone={() => {
          toast({ title: 'The passkey was removed' })
          void refreshAccount(client)
        }}
      >
        It stops working here at once. Your device may still offer it until you delete it there too.
      </RemoveDialog>
    </Section>
  )
}

type PasskeyRowProps = { passkey: PasskeyListItem; onRename: () => void; onRemove: () => void }

function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  return (
    <Row
      icon={<Fingerprint />}
      title={nameOf(passkey)}
      actions={
        <>
          <Button variant="quiet" size="small" onPress={onRename}>
            Rename
          </Button>
          <Button variant="danger-quiet" size="small" onPress={onRemove}>
            Remove
          </Button>
        </>
      }
    >
      Added {dayOf(passkey.created_at)}
      {passkey.last_used_at ? `, last used ${timeOf(passkey.last_used_at)}` : ', not used yet'}
    </Row>
  )
}

type AddedPasskey = Pick<PasskeyListItem, 'id' | 'created_at' | 'friendly_name'>

/** Adds a passkey and passes it on. */
function useAddPasskey(onAdded: (passkey: AddedPasskey) => void) {
  const client = useQueryClient()
  const { busy, failure, run } = useAttempt()
  const add = async () => {
    let added: AddedPasskey | undefined
    const isDone = await run('add', () =>
      ask(async (auth) => {
        const { data, error } = await auth.registerPasskey()
        added = data ?? undefined
        return { error }
      }, sentenceForPasskey),
    )
    if (!isDone) return
    await refreshAccount(client)
    if (added) onAdded(added)
  }
  return { add, isAdding: busy !== undefined, failure }
}

const nameOf = ({ friendly_name: name }: Pick<PasskeyListItem, 'friendly_name'>) => name || 'Passkey'
