/** What an app for drivers calls, in the order in which it does. */
export const driverCalls = [
  { method: 'POST', path: '/invitations/join', text: 'Signs in with the QR code or text that a dispatcher sent.' },
  { method: 'POST', path: '/driver/devices', text: 'Registers the phone with its public key.' },
  { method: 'GET', path: '/driver/day', text: 'Returns all that the phone needs until it has a network again.' },
  {
    method: 'POST',
    path: '/driver/entries',
    text: 'Takes up to 200 entries of the log, and says what became of each.',
  },
  {
    method: 'POST',
    path: '/pings',
    text: 'Takes up to 500 positions, also late ones. Only those of a shift are kept.',
  },
  { method: 'GET', path: '/driver/messages', text: 'Returns new messages, and confirms those before.' },
  { method: 'GET', path: '/driver/positions', text: 'Says what is kept of where the driver was.' },
  { method: 'POST', path: '/driver/logs', text: 'Takes the log of a phone that can no longer sign in.' },
] as const
