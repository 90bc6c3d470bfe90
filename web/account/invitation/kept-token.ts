/** What stands behind the # of an invitation's link. */
const form = /^#([\w-]{20,64})$/
const key = 'karta-invitation'

/**
 * The token of the link that led here, or else the one that this browser opened last: signing in or confirming an address
 * leads away from the page and back. It leaves the address, so that it stays out of histories and over-the-shoulder looks.
 */
export function takeToken(): string | undefined {
  const token = form.exec(window.location.hash)?.[1]
  if (!token) return recallToken()
  try {
    localStorage.setItem(key, token)
    window.history.replaceState(window.history.state, '', window.location.pathname)
  } catch {
    // Without storage it stays in the address, where it was.
  }
  return token
}

function recallToken(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** The invitation was accepted, or cannot be any more. */
export function forgetToken(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // There is none.
  }
}

/** The code in the address of the page that signs a phone in. It is not kept: it works once. */
export const codeInAddress = (): string | undefined => form.exec(window.location.hash)?.[1]
