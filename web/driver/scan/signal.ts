let sound: AudioContext | undefined

/** A sound and a buzz, because nobody looks at the phone while scanning. */
export function signal(isGood: boolean): void {
  navigator.vibrate?.(isGood ? 60 : [80, 60, 80])
  try {
    sound ??= new AudioContext()
    const tone = sound.createOscillator()
    const volume = sound.createGain()
    tone.frequency.value = isGood ? 1400 : 300
    volume.gain.value = 0.15
    tone.connect(volume).connect(sound.destination)
    tone.start()
    tone.stop(sound.currentTime + (isGood ? 0.09 : 0.25))
  } catch {
    // Phones without sound still buzz, and the screen says it.
  }
}
