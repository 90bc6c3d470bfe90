/** What a check found about one part. Only `wrong` keeps Karta from working as it is set up. */
export type Finding = {
  state: 'right' | 'warning' | 'wrong'
  part: string
  /** One sentence, without its period. */
  say: string
  /** What to do about it, as one sentence without its period. */
  fix?: string
}

/** Begins the findings of a part. */
export function about(part: string) {
  return {
    right: (say: string): Finding => ({ state: 'right', part, say }),
    warning: (say: string, fix: string): Finding => ({ state: 'warning', part, say, fix }),
    wrong: (say: string, fix: string): Finding => ({ state: 'wrong', part, say, fix }),
  }
}

const stateWidth = 'warning'.length
const partWidth = 16

/** A finding as lines of text, its fix below it. */
export function linesOf({ state, part, say, fix }: Finding): string[] {
  const indent = ' '.repeat(stateWidth + partWidth + 4)
  const first = `${state.padEnd(stateWidth)}  ${part.padEnd(partWidth)}  ${say}.`
  return fix === undefined ? [first] : [first, `${indent}Fix: ${fix}.`]
}

/** The last line: how many findings there are of each kind. */
export function summaryOf(findings: Finding[]): string {
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
  const [wrong, warnings] = [count('wrong'), count('warning')]
  if (wrong === 0 && warnings === 0) return 'Everything is right.'
  const warned = warnings === 1 ? '1 warning' : `${warnings} warnings`
  if (wrong === 0) return `Nothing is wrong. ${warned}.`
  return `${wrong} wrong, ${warned}.`
}

const untrusted = ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'SELF_SIGNED_CERT_IN_CHAIN']

/** Whether a call failed because of the certificate of whoever answered. */
export function isAboutCertificate(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: unknown }
  const codes = [...untrusted, 'DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID']
  return (code !== undefined && codes.includes(code)) || (cause !== undefined && isAboutCertificate(cause))
}

/** A failure in a few words, without a period. System errors say their code. */
export function reasonOf(error: unknown): string {
  const { code, message, cause } = error as { code?: string; message?: string; cause?: unknown }
  const known: Record<string, string> = {
    ENOTFOUND: 'its host is unknown',
    EAI_AGAIN: 'its host is unknown',
    ECONNREFUSED: 'nothing listens there',
    ECONNRESET: 'it ends the connection',
    ETIMEDOUT: 'it does not answer',
    EHOSTUNREACH: 'it does not answer',
    ENETUNREACH: 'it does not answer',
    ETIME: 'it does not answer',
    EACCES: 'this user may not use it',
    EPERM: 'this user may not use it',
    ENOSPC: 'the disk is full',
    EROFS: 'the disk is read-only',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself',
    ...Object.fromEntries(untrusted.map((code) => [code, 'its certificate is not from an authority known here'])),
    ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
    CERT_HAS_EXPIRED: 'its certificate has expired',
  }
  if (code !== undefined && known[code]) return known[code]
  if ((error as Error).name === 'TimeoutError') return 'it does not answer'
  // What these throw says nothing itself.
  if (cause !== undefined && (message === 'fetch failed' || code === 'storage_unavailable')) return reasonOf(cause)
  return (message || code || 'unknown reason').replace(/\.$/, '')
}
