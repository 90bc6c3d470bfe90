import { useMutation, useQuery } from '@tanstack/react-query'
import { Camera, FileCheck2, Printer, TriangleAlert } from 'lucide-react'
import { exportDeliveryCustody, printNote } from '#domain/api/proofs.ts'
import { isEnd } from '#domain/delivery-state.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import type { DeliveryProofs } from '#domain/schema/proof.ts'
import { call, callForFile } from '#web/lib/call.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DeliveryCash } from '../../cash/delivery-cash.tsx'
import { DeliveryTemperatures } from '../../cold-chain/delivery-temperatures.tsx'
import { printFile } from '../../print/print-file.ts'
import { Photos } from './photos.tsx'
import { ProofRow } from './proof-row.tsx'
import { missingWords, proofWords } from './proof-words.ts'
import { Signature } from './signature.tsx'
import { proofsQuery } from './use-proofs.ts'

/** What proves a delivery: photos, signature, codes and checks, and what is missing. */
export function DeliveryProof({ delivery }: { delivery: Delivery }) {
  const proofs = useQuery(proofsQuery(delivery.id))
  if (proofs.isLoadingError) {
    return <LoadError error={proofs.error} onRetry={() => void proofs.refetch()} isRetrying={proofs.isFetching} />
  }
  if (!proofs.data) {
    return (
      <div role="status" aria-label="Loading the proofs" className="flex flex-col gap-4">
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-32 w-full" />
      </div>
    )
  }
  return <Proofs delivery={delivery} proofs={proofs.data} />
}

function Proofs({ delivery, proofs }: { delivery: Delivery; proofs: DeliveryProofs }) {
  const { data, photos, missing, needed, pin } = proofs
  const taken = data.flatMap(({ kind, photo }) => (kind === 'photo' && photo ? [photo] : []))
  const signatures = data.filter(({ kind }) => kind === 'signature')
  const others = data.filter(({ kind }) => kind !== 'photo' && kind !== 'signature')
  const isMissing = delivery.status === 'delivered' && missing.length > 0
  const isEmpty = data.length === 0 && photos.length === 0
  return (
    <div className="flex flex-col gap-6">
      {isMissing && (
        <Banner tone="warning" icon={<TriangleAlert />}>
          {missingWords(missing)}
        </Banner>
      )}
      <DeliveryCash deliveryId={delivery.id} />
      <DeliveryTemperatures delivery={delivery} />
      {pin && <Pin pin={pin} />}
      {isEmpty && (
        <EmptyState icon={<Camera />} title={isEnd(delivery.status) ? 'No proof' : 'No proof yet'}>
          {needed.length
            ? `The driver is asked for: ${needed.map((kind) => proofWords[kind]).join(', ')}.`
            : 'Nothing is asked for. What the driver brings anyway appears here.'}
        </EmptyState>
      )}
      <Photos title="Photos" photos={taken} flagsOf={(id) => data.find(({ photo }) => photo?.id === id)?.flags ?? []} />
      <Photos title="Photos of the failed attempt" photos={photos} flagsOf={() => []} />
      {signatures.map((proof) => (
        <Signature key={proof.id} proof={proof} />
      ))}
      {others.length > 0 && (
        <section aria-label="Checks and codes">
          <h3 className="mb-1 font-semibold">Checks and codes</h3>
          <ul className="divide-y">
            {others.map((proof) => (
              <ProofRow key={proof.id} proof={proof} />
            ))}
          </ul>
        </section>
      )}
      <Papers delivery={delivery} />
    </div>
  )
}

/** What the recipient tells the driver, for whoever is asked for it on the phone. */
function Pin({ pin: { pin, wrong_tries, confirmed_at } }: { pin: NonNullable<DeliveryProofs['pin']> }) {
  const { workspace } = useMe()
  const tries = wrong_tries > 0 ? `${wrong_tries} wrong ${wrong_tries === 1 ? 'try' : 'tries'}` : undefined
  const said = confirmed_at ? `Told the driver ${formatDateTime(confirmed_at, workspace.time_zone)}` : undefined
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 rounded-xl border px-4 py-3">
      <span className="text-ink-muted">PIN of the recipient</span>
      <span className="font-mono text-lg font-semibold tracking-[0.2em]">{pin}</span>
      <span className="text-[0.8125rem] text-ink-muted">{[said, tries].filter(Boolean).join(' · ')}</span>
    </p>
  )
}

/** The delivery note, and what proves everything without this server. */
function Papers({ delivery: { id, number } }: { delivery: Delivery }) {
  const params = { id }
  const custody = useMutation({
    mutationFn: () => call(exportDeliveryCustody, { params }),
    onSuccess: (file) => saveFile(`custody-${number}.json`, file, 'application/json'),
  })
  const note = () => void printFile(`delivery-note-${number}.pdf`, () => callForFile(printNote, { params }))
  return (
    <div className="flex flex-col gap-2 border-t pt-4">
      <div className="flex flex-wrap gap-2">
        <Button icon={<Printer aria-hidden="true" className="size-4" />} onPress={note}>
          Delivery note
        </Button>
        <Button
          icon={<FileCheck2 aria-hidden="true" className="size-4" />}
          isPending={custody.isPending}
          onPress={() => custody.mutate()}
        >
          Custody file
        </Button>
      </div>
      <p className="text-[0.8125rem] text-ink-muted">
        The custody file proves what happened, without this server and without personal data. Anybody can check it at{' '}
        <a className="underline underline-offset-2" href="/verify" target="_blank" rel="noreferrer">
          /verify
        </a>
        .
      </p>
      {custody.error && <PlainAlert>{custody.error.message}</PlainAlert>}
    </div>
  )
}
