import type { Person } from './oidc-provider.ts'

/**
 * Does what a person's browser does at the provider: opens `address`, says who they are or refuses, and is redirected.
 * Resolves to the address of that redirect.
 */
export async function visitProvider(address: string, as: Person | 'refuse'): Promise<URL> {
  const { origin } = new URL(address)
  const cookies = new Map<string, string>()
  const open = async (url: string, body?: URLSearchParams) => {
    const reply = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body && { method: 'POST', body }),
    })
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = reply.headers.get('location')
    if (!location && reply.status !== 200) throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`)
    return location ? new URL(location, url) : null
  }
  let here = new URL(address)
  for (let hop = 0; hop < 10 && here.origin === origin; hop++) {
    const next = await open(here.href)
    here = next ?? (await open(here.href, formOf(as)))!
  }
  return here
}

function formOf(as: Person | 'refuse'): URLSearchParams {
  if (as === 'refuse') return new URLSearchParams({ decision: 'refuse' })
  const { subject = '', email, name = '', verified = true } = as
  return new URLSearchParams({ decision: 'allow', subject, email, name, ...(verified && { verified: 'on' }) })
}
