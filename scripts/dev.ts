import { spawn } from 'node:child_process'
import { freePort } from './free-port.ts'
import { root, tool, toolEnvironment } from './tools.ts'

const port = process.env.PORT ?? '3000'
const apiPort = String(await freePort())
const driverPort = String(await freePort())
const environment = { ...toolEnvironment(), PORT: apiPort, KARTA_API_PORT: apiPort, KARTA_DRIVER_PORT: driverPort }

// The server restarts when its files change; the pages reload in the browser.
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  cwd: root,
  env: { ...environment, HOST: '127.0.0.1', PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${port}` },
  stdio: 'inherit',
})
const pages = spawn(tool('react-router'), ['dev', '--port', port, '--strictPort'], {
  cwd: root,
  env: environment,
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
// The driver's app is built by itself. The pages' server passes its addresses on.
const driverApp = spawn(
  tool('vite'),
  ['--config', 'vite.driver.config.ts', '--host', '127.0.0.1', '--port', driverPort, '--strictPort'],
  { cwd: root, env: environment, stdio: 'inherit', shell: process.platform === 'win32' },
)

// The server writes the tracking page and only needs its built files.
const trackingPage = spawn(tool('vite'), ['build', '--watch', '--config', 'vite.tracking.config.ts'], {
  cwd: root,
  env: environment,
  stdio: 'inherit',
  shell: process.platform === 'win32',
})

const children = [server, pages, driverApp, trackingPage]
let isEnding = false

function endAll(signal: NodeJS.Signals) {
  isEnding = true
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill(signal)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => endAll(signal))
for (const child of children) {
  // If one of the two exits, stop the other too.
  child.once('exit', (code) => {
    if (!isEnding) {
      process.exitCode = code || 1
      endAll('SIGTERM')
    }
  })
}
