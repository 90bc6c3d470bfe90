import type { Deps } from '../deps.ts'
import type { Counters } from './counters.ts'
import type { ReadCredential } from './credentials.ts'
import type { BroadcastHistory } from './history.ts'
import type { Hub } from './hub.ts'
import type { Presences } from './presence/presences.ts'
import type { AuthorizeChannel } from './rules.ts'
import type { RealtimeSettings } from './settings.ts'
import type { ChangeSource } from './source.ts'

/** What other parts of Karta give to the realtime service. */
export type RealtimePlugs = { authorize: AuthorizeChannel; source: ChangeSource; history: BroadcastHistory }

/** What every part of the realtime service works with. */
export type RealtimeContext = RealtimePlugs &
  Pick<Deps, 'bus' | 'now' | 'report'> & {
    settings: RealtimeSettings
    readCredential: ReadCredential
    hub: Hub
    presences: Presences
    counters: Counters
    isStopping: () => boolean
  }
