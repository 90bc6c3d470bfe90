import { useRef } from 'react'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'

/** Says what a deletion means, and leads to the form that asks the operator for it. */
export function DeleteAccount({ email }: { email: string }) {
  const ref = useRef<HTMLDialogElement>(null)
  const close = () => ref.current?.close()
  return (
    <section aria-label="Delete account" className="flex flex-wrap items-center justify-between gap-3 py-5">
      <div>
        <h2 className="font-semibold">Delete account</h2>
        <p className="text-ink-muted">Ends your access and removes what is kept about you.</p>
      </div>
      <PlainButton variant="danger-quiet" aria-haspopup="dialog" onClick={() => ref.current?.showModal()}>
        Delete Account
      </PlainButton>
      <dialog
        ref={ref}
        aria-labelledby="delete-title"
        onClick={(event) => event.target === event.currentTarget && close()}
        className="m-auto w-[min(30rem,calc(100vw-2rem))] rounded-2xl bg-raised p-0 text-ink shadow-raised backdrop:bg-scrim"
      >
        <div className="p-6">
          <h2 id="delete-title" className="text-base font-semibold">
            Delete your account?
          </h2>
          <p className="mt-2 text-ink-muted">
            A workspace may hold deliveries that others still need, so the people who run this server delete accounts by
            hand. Ask them with the form that opens: they answer to {email} before anything is removed.
          </p>
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <PlainButton onClick={close}>Keep my account</PlainButton>
            <ButtonLink
              to="/contact"
              state={{ support: true, message: `Please delete my account ${email} and what is kept about me.` }}
              variant="danger"
            >
              Ask for deletion
            </ButtonLink>
          </div>
        </div>
      </dialog>
    </section>
  )
}
