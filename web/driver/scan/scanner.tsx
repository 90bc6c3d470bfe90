import { Flashlight, FlashlightOff, Keyboard } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type SubmitEvent } from 'react'
import { useSpeak } from '../shell/speaker.tsx'
import { Field, Note } from '../ui/parts.tsx'
import { Press } from '../ui/press.tsx'
import { useWords } from '../words/use-words.tsx'
import { openCamera, type CameraTrouble, type OpenCamera } from './camera-stream.ts'
import { openReader } from './reader.ts'
import { repeatGuard } from './repeat-guard.ts'
import { signal } from './signal.ts'

export type ScanBy = 'camera' | 'hand'
/** What a scan was, in words. */
export type ScanWord = { text: string; isGood: boolean }

type ScannerProps = {
  /** Takes a code, and says what it was. */
  onCode: (code: string, by: ScanBy) => Promise<ScanWord> | ScanWord
  /** Of the field for typing. */
  label?: string
  /** Codes in which small letters are others than capitals. */
  hasSmallLetters?: boolean
}

/** Between two looks at the picture. Phones get warm otherwise. */
const everyMs = 120

/** Reads codes with the camera, one after the other, and by hand where that does not work. */
export function Scanner({ onCode, label, hasSmallLetters }: ScannerProps) {
  const { say } = useWords()
  const speak = useSpeak()
  const [word, setWord] = useState<ScanWord>()
  const [typed, setTyped] = useState('')
  const [attempt, setAttempt] = useState(0)

  const take = useEffectEvent(async (code: string, by: ScanBy) => {
    const said = await onCode(code, by)
    signal(said.isGood)
    setWord(said)
    speak(said.text)
  })

  return (
    <div className="grid gap-3">
      <CameraView
        key={attempt}
        onCode={(code) => void take(code, 'camera')}
        onAgain={() => setAttempt((count) => count + 1)}
      />
      {word && <Note tone={word.isGood ? 'success' : 'danger'}>{word.text}</Note>}
      <form
        className="grid gap-2"
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault()
          if (!typed.trim()) return
          void take(typed.trim(), 'hand')
          setTyped('')
        }}
      >
        <Field
          label={label ?? say('scan.typed')}
          value={typed}
          maxLength={4000}
          dir="ltr"
          autoCapitalize={hasSmallLetters ? 'off' : 'characters'}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          onChange={({ target }) => setTyped(target.value)}
        />
        <Press type="submit" disabled={!typed.trim()} icon={<Keyboard aria-hidden="true" className="size-5" />}>
          {say('scan.take')}
        </Press>
      </form>
    </div>
  )
}

const troubleWords = { denied: 'scan.denied', none: 'scan.noCamera', reader: 'scan.noReader' } as const

type CameraViewProps = { onCode: (code: string) => void; /** The network is back. */ onAgain: () => void }

function CameraView({ onCode, onAgain }: CameraViewProps) {
  const { say } = useWords()
  const video = useRef<HTMLVideoElement>(null)
  const [camera, setCamera] = useState<OpenCamera>()
  const [trouble, setTrouble] = useState<CameraTrouble | 'reader'>()
  const [hasLight, setLight] = useState(false)
  const found = useEffectEvent(onCode)
  const again = useEffectEvent(onAgain)
  // What reads codes could not be loaded, because there is no network and it was never loaded before.
  useEffect(() => {
    if (trouble !== 'reader') return
    const tryAgain = () => again()
    window.addEventListener('online', tryAgain)
    return () => window.removeEventListener('online', tryAgain)
  }, [trouble])
  useEffect(() => {
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let open: OpenCamera | undefined
    const isNew = repeatGuard()

    async function begin(shown: HTMLVideoElement) {
      const [opened, read] = await Promise.all([openCamera(), openReader().catch(() => undefined)])
      if (typeof opened === 'string') return isGone || setTrouble(opened)
      if (isGone || !read) {
        opened.close()
        return isGone || setTrouble('reader')
      }
      open = opened
      setCamera(opened)
      shown.srcObject = opened.stream
      await shown.play().catch(() => undefined)
      const look = async () => {
        const codes = document.hidden ? [] : await read(shown).catch(() => [])
        if (isGone) return
        for (const code of codes) if (isNew(code, Date.now())) found(code)
        timer = setTimeout(() => void look(), everyMs)
      }
      void look()
    }
    void begin(video.current!)
    return () => {
      isGone = true
      clearTimeout(timer)
      open?.close()
    }
  }, [])

  if (trouble) return <Note tone="warning">{say(troubleWords[trouble])}</Note>
  return (
    <div className="relative overflow-hidden rounded-2xl bg-black">
      <video
        ref={video}
        muted
        playsInline
        aria-label={say('scan.picture')}
        className="aspect-4/3 w-full object-cover"
      />
      <div aria-hidden="true" className="pointer-events-none absolute inset-8 rounded-xl border-3 border-white/80" />
      {camera?.setLight && (
        <button
          type="button"
          aria-pressed={hasLight}
          aria-label={say('scan.light')}
          onClick={() => {
            setLight(!hasLight)
            void camera.setLight?.(!hasLight)
          }}
          className="focus-ring absolute end-3 bottom-3 grid size-12 place-items-center rounded-full bg-black/60 text-white"
        >
          {hasLight ? <FlashlightOff aria-hidden="true" /> : <Flashlight aria-hidden="true" />}
        </button>
      )}
    </div>
  )
}
