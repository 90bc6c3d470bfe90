/** Why there is no picture of the camera. */
export type CameraTrouble = 'denied' | 'none'

export type OpenCamera = {
  stream: MediaStream
  /** Switches the light on or off, where the phone lets a page do so. */
  setLight: ((isOn: boolean) => Promise<void>) | null
  close: () => void
}

type LightTrack = { getCapabilities?: () => { torch?: boolean } }

/** The camera at the back of the phone. */
export async function openCamera(): Promise<OpenCamera | CameraTrouble> {
  const media = navigator.mediaDevices as MediaDevices | undefined
  if (!media?.getUserMedia) return 'none'
  try {
    const stream = await media.getUserMedia({
      audio: false,
      video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
    })
    const [track] = stream.getVideoTracks()
    const hasLight = Boolean((track as LightTrack | undefined)?.getCapabilities?.().torch)
    return {
      stream,
      setLight: hasLight
        ? (isOn) => track!.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] })
        : null,
      close: () => {
        for (const each of stream.getTracks()) each.stop()
      },
    }
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotAllowedError' ? 'denied' : 'none'
  }
}
