/** Sends texts. */
export type SmsSender = {
  /**
   * Resolves with the provider's id when it has accepted the text.
   * @param to number in E.164 without its `+`
   * @param options how many seconds the network may try; a code that arrives after a minute is useless
   * @throws SmsRefused
   */
  send(to: string, text: string, options?: SmsOptions): Promise<{ messageId: string }>
  /**
   * The provider's id of a text that it accepted since then, if it did. Undefined where the provider cannot say.
   * @throws SmsRefused
   */
  find?(to: string, text: string, since: Date): Promise<string | undefined>
  /**
   * Reads what the provider calls us with: a receipt or a reply; undefined if it is of no interest.
   * @throws SmsForged if the call is not the provider's
   */
  receive?(call: SmsCall): SmsReceived | undefined
}

export type SmsOptions = {
  validitySeconds?: number
  /** Our id of the text, the same for each attempt. */
  reference?: string
  /** Where receipts go. */
  receiptUrl?: string | undefined
}

/** A call of the provider, with the address that it called, as the world sees it. */
export type SmsCall = {
  url: string
  header: (name: string) => string | undefined
  body: string
}

export type SmsReceived =
  | {
      kind: 'receipt'
      /** Our id and the provider's. One of them may be missing. */
      ours: string | null
      theirs: string | null
      state: 'sent' | 'delivered' | 'failed'
      code: number | null
    }
  | { kind: 'reply'; id: string; from: string; text: string }

/** Somebody else than the provider called. */
export class SmsForged extends Error {
  override readonly name = 'SmsForged'
}

/**
 * The provider did not accept the text; the message says why in a few words. `again`: another attempt may help. `busy`: it
 * takes no more right now. `unsure`: nobody knows whether it did.
 */
export class SmsRefused extends Error {
  override readonly name = 'SmsRefused'
  readonly how: 'final' | 'again' | 'busy' | 'unsure'
  /** The provider's number of what is wrong. */
  readonly code: number | null
  /** How long a busy provider wants to be left alone, if it says so. */
  readonly waitSeconds: number

  constructor(message: string, { how = 'final', code = null, waitSeconds = 0, ...options }: Refusal = {}) {
    super(message, options)
    this.how = how
    this.code = code
    this.waitSeconds = waitSeconds
  }
}

type Refusal = ErrorOptions & { how?: SmsRefused['how']; code?: number | null; waitSeconds?: number }

const longestWaitSeconds = 600

/** What `Retry-After` says in seconds. Providers say no dates. */
export function waitOf({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after') ?? 0)
  return seconds > 0 ? Math.min(seconds, longestWaitSeconds) : 0
}

/** A call that never reached the provider. Of any other that fails, nobody knows. */
export function unanswered(error: unknown): SmsRefused {
  const { code } = ((error as Error).cause ?? {}) as { code?: string }
  const isUnheard = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(
    code ?? '',
  )
  return new SmsRefused('the provider does not answer', { cause: error, how: isUnheard ? 'again' : 'unsure' })
}
