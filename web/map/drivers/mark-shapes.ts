/** What a driver does, as far as positions and the shift tell. */
export const driverStates = ['driving', 'at_stop', 'on_break', 'standing', 'silent', 'off_shift'] as const
export type DriverState = (typeof driverStates)[number]

/**
 * How a state looks in a box of 24 by 24: an outline in the state's color and a sign in it, so that nobody has to tell
 * colors apart. A `stroke` sign is drawn as a line.
 */
type MarkShape = { outline: string; sign: string; isLine?: boolean; light: string; dark: string }

const circle = 'M12 3a9 9 0 1 1 0 18a9 9 0 1 1 0-18z'

export const markShapes: Record<DriverState, MarkShape> = {
  driving: { outline: circle, sign: 'M12 6l4.4 10.4L12 14l-4.4 2.4z', light: '#0b6b5c', dark: '#35b89e' },
  at_stop: {
    outline: 'M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z',
    sign: 'M8 12.3l2.8 2.8L16 9.4',
    isLine: true,
    light: '#1b53a8',
    dark: '#93bdfb',
  },
  on_break: { outline: circle, sign: 'M10 8.5v7M14 8.5v7', isLine: true, light: '#5a37b5', dark: '#c0aaf8' },
  standing: {
    outline: 'M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3z',
    sign: 'M8 12h8',
    isLine: true,
    light: '#8a5a00',
    dark: '#f5c461',
  },
  silent: {
    outline: 'M12 1.5L22.5 12 12 22.5 1.5 12z',
    sign: 'M9.8 9.7a2.2 2.2 0 1 1 3.4 1.9c-.8.5-1.2.9-1.2 1.9M12 16.4v.1',
    isLine: true,
    light: '#4c5b57',
    dark: '#a5b4b0',
  },
  off_shift: { outline: 'M12 7a5 5 0 1 1 0 10a5 5 0 1 1 0-10z', sign: '', light: '#7d8985', dark: '#6d7c78' },
}

export const lateColor = { light: '#c02a2a', dark: '#f0807b' }

/** What the map shows of a driver, besides the place. */
export type DriverLook = { id: string; name: string; initials: string; state: DriverState; isLate: boolean }
