import type { RealtimeCaller } from './callers.ts'

/** What a caller may do on a channel. */
export type ChannelRights = {
  mayRead: boolean
  mayWriteBroadcast: boolean
  mayWritePresence: boolean
  /** Added to whatever the caller shows when present: nobody can pretend to be somebody else. */
  shownWith?: Record<string, unknown>
}

/** Where a caller wants to go: the channel's name, without `realtime:`. */
export type ChannelAsk = { caller: RealtimeCaller; topic: string; isPrivate: boolean }

/**
 * Who may use which channel. It is asked for private channels when somebody joins, again when their token changes and
 * at least every five minutes, and for each message over HTTP. A failure counts as the database being away.
 */
export type AuthorizeChannel = (ask: ChannelAsk) => Promise<ChannelRights>

/** Anybody who shows a valid key may do anything on public channels. */
export const allRights: ChannelRights = { mayRead: true, mayWriteBroadcast: true, mayWritePresence: true }
export const noRights: ChannelRights = { mayRead: false, mayWriteBroadcast: false, mayWritePresence: false }
