import { Download } from 'lucide-react'
import { useGps } from '../gps/use-gps.tsx'
import { useDay, useRoad, useRoadState } from '../road/use-road.ts'
import { saveFile } from '../save-file.ts'
import { exportLog } from '../store/log.ts'
import { Note } from '../ui/parts.tsx'
import { Press } from '../ui/press.tsx'
import { Screen } from '../ui/screen.tsx'
import { useNow } from '../use-now.ts'
import { useWords } from '../words/use-words.tsx'

/** What is known of the driver, for how long, and what the phone cannot do. */
export function KeptPage() {
  const { say, duration } = useWords()
  const road = useRoad()
  const { workspace, settings } = useDay()
  const { unsentPings } = useRoadState()
  const { state, fix } = useGps()
  const now = useNow(1000)
  return (
    <Screen
      title={say('privacy.title')}
      actions={
        <Press
          icon={<Download aria-hidden="true" className="size-5" />}
          onClick={() => void exportLog(road.db).then((file) => saveFile(file, 'karta-log.json'))}
        >
          {say('privacy.export')}
        </Press>
      }
    >
      {/* Not spoken anew with each second. */}
      <Note tone={state === 'denied' || state === 'unavailable' ? 'warning' : 'brand'}>
        {say(`privacy.state.${state}`, { time: fix ? duration(now - Date.parse(fix.recorded_at)) : '' })}
      </Note>
      <p className="text-pretty">{say('privacy.when')}</p>
      <p className="text-pretty">{say('privacy.what', { workspace: workspace.name })}</p>
      <p className="text-pretty">{say('privacy.long', { count: settings.keep_positions_days })}</p>
      <p className="text-pretty">{say('privacy.phone', { count: unsentPings })}</p>
      <p className="text-pretty">{say('privacy.actions')}</p>
      <Note tone="info">{say('privacy.screen')}</Note>
    </Screen>
  )
}
