import type { CallLimitName } from '../../http/rate-limit.ts'

/** An endpoint's options: how often one address may call it, in addition to the limit of all calls. */
export const limited = (limit: CallLimitName) => ({ config: { limit } })
