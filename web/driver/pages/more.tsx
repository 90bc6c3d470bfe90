import { ChevronRight } from 'lucide-react'
import { useState, useSyncExternalStore, type ReactNode } from 'react'
import { messageLanguageNames, messageLanguages } from '#domain/messages/languages.ts'
import { setTheme, useTheme, type ThemeChoice } from '#web/lib/theme.ts'
import { installOffer } from '../install.ts'
import { NotifyPart } from '../notify/notify-part.tsx'
import { go } from '../path.ts'
import { useDay, useRoad } from '../road/use-road.ts'
import { saveFile } from '../save-file.ts'
import { dialed, rememberedWay, rememberWay, ways, type Way } from '../stop/ways.ts'
import { exportLog } from '../store/log.ts'
import { Choice, Note, Part, Toggle } from '../ui/parts.tsx'
import { Press, PressLink } from '../ui/press.tsx'
import { Screen } from '../ui/screen.tsx'
import { useWords } from '../words/use-words.tsx'
import { moreLinks } from './more-links.ts'

const themes: ThemeChoice[] = ['system', 'light', 'dark']

/** Settings of this phone, and what is seldom needed. */
export function MorePage() {
  const { say, language, choose } = useWords()
  const road = useRoad()
  const { driver, workspace } = useDay()
  const theme = useTheme()
  return (
    <Screen title={say('more.title')} subtitle={`${driver.name} · ${workspace.name}`} onBack={null}>
      <Install />
      <ul className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface">
        {moreLinks.map(({ path, label }) => (
          <Row key={path} onPress={() => go(path)}>
            {say(label)}
          </Row>
        ))}
      </ul>
      {workspace.phone && <PressLink href={`tel:${dialed(workspace.phone)}`}>{say('more.callDispatch')}</PressLink>}
      <Part title={say('more.language')}>
        <Choice
          label={say('more.language')}
          options={messageLanguages.map((each) => ({ value: each, label: messageLanguageNames[each] }))}
          value={language}
          onChange={(chosen) => void choose(chosen)}
        />
      </Part>
      <Part title={say('more.theme')}>
        <Choice
          isRow
          label={say('more.theme')}
          options={themes.map((each) => ({ value: each, label: say(`more.theme.${each}`) }))}
          value={theme}
          onChange={setTheme}
        />
        <LargeType />
      </Part>
      <WayChoice />
      <NotifyPart />
      <Press onClick={() => void exportLog(road.db).then((file) => saveFile(file, 'karta-log.json'))}>
        {say('more.log')}
      </Press>
      <PressLink href="/dashboard/my-route">{say('more.work')}</PressLink>
      <PressLink href="/dashboard">{say('more.dashboard')}</PressLink>
      <Press look="danger" onClick={() => go('/sign-out')}>
        {say('more.signOut')}
      </Press>
    </Screen>
  )
}

const Row = ({ onPress, children }: { onPress: () => void; children: ReactNode }) => (
  <li>
    <button
      type="button"
      onClick={onPress}
      className="focus-ring flex min-h-13 w-full items-center gap-3 px-4 py-3 text-start font-medium pressed:bg-pressed"
    >
      <span className="min-w-0 grow">{children}</span>
      <ChevronRight aria-hidden="true" className="size-5 text-ink-faint rtl:-scale-x-100" />
    </button>
  </li>
)

function LargeType() {
  const { say } = useWords()
  const { dataset } = document.documentElement
  const [isLarge, setLarge] = useState(dataset.type === 'large')
  return (
    <Toggle
      label={say('more.type')}
      isOn={isLarge}
      onChange={(isOn) => {
        setLarge(isOn)
        if (isOn) dataset.type = 'large'
        else delete dataset.type
        localStorage.setItem('karta-driver.type', isOn ? 'large' : 'usual')
      }}
    />
  )
}

function WayChoice() {
  const { say } = useWords()
  const [way, setWay] = useState<Way | 'ask'>(rememberedWay() ?? 'ask')
  return (
    <Part title={say('more.nav')}>
      <Choice
        label={say('more.nav')}
        options={[
          { value: 'ask', label: say('more.nav.ask') },
          ...ways.map((each) => ({ value: each, label: say(`nav.${each}`) })),
        ]}
        value={way}
        onChange={(chosen) => {
          setWay(chosen)
          rememberWay(chosen === 'ask' ? null : chosen)
        }}
      />
    </Part>
  )
}

/** Where the app is not installed yet. */
function Install() {
  const { say } = useWords()
  const install = useSyncExternalStore(installOffer.subscribe, installOffer.current)
  const isInstalled = window.matchMedia('(display-mode: standalone)').matches
  const isIos = /iPhone|iPad/.test(navigator.userAgent)
  if (isInstalled || (!install && !isIos)) return null
  return (
    <Note tone="brand">
      <p className="font-semibold">{say('more.install')}</p>
      <p>{say('more.installText')}</p>
      {install ? (
        <Press className="mt-2 w-full" onClick={install}>
          {say('more.install')}
        </Press>
      ) : (
        <p>{say('more.installIos')}</p>
      )}
    </Note>
  )
}
