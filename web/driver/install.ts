type InstallPrompt = Event & { prompt: () => Promise<unknown> }

let install: (() => void) | undefined
const listeners = new Set<() => void>()

function become(next: typeof install): void {
  install = next
  for (const listener of listeners) listener()
}

/** Chromium offers to install the app, once, at a time of its own choice. It is kept for when the driver wants it. */
export function listenForInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    become(() => {
      become(undefined)
      void (event as InstallPrompt).prompt()
    })
  })
}

export const installOffer = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current: () => install,
}
