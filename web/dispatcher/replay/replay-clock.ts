/** The moment that is shown, outside of React: it moves with every frame. */
export type ReplayClock = ReturnType<typeof replayClock>

export const speeds = [1, 10, 60, 300] as const

type Frames = { now: () => number; next: (act: () => void) => number; cancel: (id: number) => void }

const ofBrowser: Frames = {
  now: () => performance.now(),
  next: (act) => requestAnimationFrame(act),
  cancel: (id) => cancelAnimationFrame(id),
}

/** People read the time so often; the map moves with every frame. */
const saidEveryMs = 100

/** A moment between two ends that can be set, and plays at a speed. */
export function replayClock({ from, to, at }: { from: number; to: number; at: number }, frames: Frames = ofBrowser) {
  const onFrame = new Set<() => void>()
  const onSaid = new Set<() => void>()
  const clamp = (moment: number) => Math.max(from, Math.min(to, moment))
  let state = { at: clamp(at), isPlaying: false, speed: 60 }
  let told = state
  let [frame, before, said] = [0, 0, 0]

  const say = () => {
    said = frames.now()
    told = state
    for (const listener of onSaid) listener()
  }
  const move = (moment: number) => {
    state = { ...state, at: clamp(moment) }
    for (const listener of onFrame) listener()
  }
  const tick = () => {
    const time = frames.now()
    move(state.at + (time - before) * state.speed)
    before = time
    if (state.at >= to) return pause()
    if (time - said >= saidEveryMs) say()
    frame = frames.next(tick)
  }
  const pause = () => {
    frames.cancel(frame)
    state = { ...state, isPlaying: false }
    say()
  }

  return {
    from,
    to,
    /** What is shown in this frame. */
    now: () => state,
    /** What people were last told; the same object until they are told again. */
    said: () => told,
    set(moment: number): void {
      move(moment)
      say()
    },
    play(): void {
      if (state.isPlaying) return
      // At the end, it begins again.
      state = { ...state, isPlaying: true, at: state.at >= to ? from : state.at }
      before = frames.now()
      frame = frames.next(tick)
      say()
    },
    pause,
    setSpeed(speed: number): void {
      state = { ...state, speed }
      say()
    },
    /** Calls back with each frame that moves. Returns a function that ends it. */
    onFrame(listener: () => void): () => void {
      onFrame.add(listener)
      return () => onFrame.delete(listener)
    },
    /** Calls back some times a second, for what people read. */
    onSaid(listener: () => void): () => void {
      onSaid.add(listener)
      return () => onSaid.delete(listener)
    },
    stop(): void {
      frames.cancel(frame)
      onFrame.clear()
      onSaid.clear()
    },
  }
}
