import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { createInvitations } from '#domain/api/invitations.ts'
import { readPasted } from '#domain/invitations/addresses.ts'
import { invitedRoles, type Invitation } from '#domain/schema/invitation.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { clientsQuery, depotChoicesQuery } from '../../queries.ts'
import { roleWords } from '../members/role-words.ts'
import { CopyLink } from './link-dialog.tsx'
import { PastedList } from './pasted-list.tsx'
import { sayResults, sendAll, type Progress } from './sending.ts'

type InvitedRole = Invitation['role']

const roleOptions = invitedRoles.map((role) => ({
  id: role,
  label: roleWords[role].label,
  description: roleWords[role].does,
}))

/** Roles that may be limited to depots. */
const limitable: InvitedRole[] = ['dispatcher', 'driver']

/** Asks whom to invite to what, sends the invitations in parts, and says what became of each. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const [role, setRole] = useState<InvitedRole>('dispatcher')
  const [depots, setDepots] = useState<string[]>([])
  const [clientId, setClientId] = useState<string>()
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()
  const [sending, setSending] = useState<{ of: number; done: number }>()
  const [progress, setProgress] = useState<Progress>()
  const [link, setLink] = useState<string>()
  const [failure, setFailure] = useState<unknown>()
  // Reading 10,000 lines takes longer than a key press may.
  const deferred = useDeferredValue(text)
  const { entries, repeated } = useMemo(() => readPasted(deferred), [deferred])
  const choices = useQuery(depotChoicesQuery)

  const clients = useQuery(clientsQuery)

  const goal = {
    role,
    note,
    depot_ids: limitable.includes(role) && depots.length ? depots : null,
    client_id: role === 'client' ? (clientId ?? null) : null,
  }
  const lacksClient = role === 'client' && clientId === undefined
  const send = async () => {
    const found = readPasted(text).entries
    const addresses = found.flatMap(({ email }) => email ?? [])
    if (!addresses.length) return setProblem('Enter at least one address, like maya@example.com.')
    if (lacksClient) return setProblem('Choose the client below.')
    if (addresses.length < found.length) return setProblem('Fix what is not an address, or leave it out.')
    setFailure(undefined)
    setSending({ of: addresses.length, done: 0 })
    const result = await sendAll(
      addresses,
      (part) => call(createInvitations, { body: { ...goal, addresses: part } }),
      (done) => setSending({ of: addresses.length, done }),
    )
    void queryClient.invalidateQueries({ queryKey: keys.invitations.all })
    setSending(undefined)
    setFailure(result.failure)
    setProgress(result)
    setText(result.left.join('\n'))
  }
  const makeLink = async () => {
    if (lacksClient) return setProblem('Choose the client below.')
    setFailure(undefined)
    setSending({ of: 1, done: 0 })
    try {
      const reply = await call(createInvitations, { body: { ...goal, addresses: [], link: true } })
      if (reply.link) setLink(reply.link)
      else setProgress({ results: reply.results, left: [], failure: undefined, byMail: reply.by_mail })
      void queryClient.invalidateQueries({ queryKey: keys.invitations.all })
    } catch (error) {
      setFailure(error)
    } finally {
      setSending(undefined)
    }
  }
  const isDone = link !== undefined || (progress !== undefined && !progress.left.length)
  const isSending = sending !== undefined
  return (
    <Dialog
      isOpen
      size="medium"
      onOpenChange={(isOpen) => !isOpen && !isSending && onClose()}
      title="Invite people"
      isDismissable={isDone || (text === '' && note === '')}
      footer={
        isDone ? (
          <Button variant="primary" onPress={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button className="mr-auto" isDisabled={isSending} onPress={() => void makeLink()}>
              Create a link instead
            </Button>
            <Button onPress={onClose} isDisabled={isSending}>
              Cancel
            </Button>
            <Button variant="primary" isPending={isSending} onPress={() => void send()}>
              {progress?.left.length ? 'Try the rest again' : 'Send invitations'}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {failure !== undefined && (
          <LoadError
            title={progress?.results.length ? 'Not all invitations were sent' : 'Nothing was sent'}
            error={failure}
          />
        )}
        {progress && (
          <Banner tone={progress.left.length ? 'warning' : 'success'}>
            {sayResults(progress).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </Banner>
        )}
        {link && (
          <>
            <p className="text-ink-muted">
              The first person who opens this link and accepts it joins as {roleWords[role].label.toLowerCase()}. It
              lasts for 7 days, and you can withdraw it in the list.
            </p>
            <CopyLink link={link} />
          </>
        )}
        {sending && sending.of > 1 && (
          <ProgressBar label="Sending invitations" value={sending.done} maxValue={sending.of} />
        )}
        {!isDone && (
          <>
            <PastedList
              text={text}
              onChange={(value) => {
                setText(value)
                setProblem(undefined)
              }}
              entries={entries}
              repeated={repeated}
              errorMessage={problem}
              isDisabled={isSending}
            />
            <Select
              label="Role"
              options={roleOptions}
              value={role}
              onChange={(value) => setRole(value as InvitedRole)}
              description={roleWords[role].does}
              isDisabled={isSending}
            />
            {role === 'client' && (
              <Select
                label="Client"
                placeholder={clients.data?.length === 0 ? 'There is no client yet: add one first' : 'Choose a client'}
                options={(clients.data ?? [])
                  .filter(({ active }) => active)
                  .map(({ id, name }) => ({ id, label: name }))}
                value={clientId ?? null}
                onChange={(value) => {
                  setClientId(String(value))
                  setProblem(undefined)
                }}
                description="The person sees and adds the deliveries of this client only."
                isDisabled={isSending || !clients.data?.length}
              />
            )}
            {limitable.includes(role) && (choices.data?.length ?? 0) > 1 && (
              <fieldset className="grid gap-2">
                <legend className="mb-1.5 text-[0.8125rem] font-medium">Depots (all, unless you choose some)</legend>
                {choices.data!.map(({ id, name }) => (
                  <Checkbox
                    key={id}
                    isSelected={depots.includes(id)}
                    isDisabled={isSending}
                    onChange={(isChosen) =>
                      setDepots((now) => (isChosen ? [...now, id] : now.filter((each) => each !== id)))
                    }
                  >
                    {name}
                  </Checkbox>
                ))}
              </fieldset>
            )}
            <TextArea
              label="Note"
              description="A few words in the mail, if you like."
              maxLength={1000}
              rows={2}
              value={note}
              onChange={setNote}
              isDisabled={isSending}
            />
          </>
        )}
      </div>
    </Dialog>
  )
}
