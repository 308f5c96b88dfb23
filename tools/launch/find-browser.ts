import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

const shell = '/usr/bin/chromium-headless-shell'

const installed = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const run = (command: string, args: readonly string[]): boolean => {
  console.log(`  ${command} ${args.join(' ')}`)
  return (
    spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' }).status ===
    0
  )
}

/** A complete browser: the one installed, else Debian's when root, else Playwright's own. @throws Error when none can be had. */
export function findBrowser(): string {
  const found = findInstalled() ?? installFromDebian('chromium', '/usr/bin/chromium')
  if (found !== undefined) return found
  const own = playwrightBrowser()
  if (!existsSync(own)) {
    console.log('No browser is installed; fetching Playwright’s own')
    run('npx', ['playwright-core', 'install', 'chromium'])
  }
  if (existsSync(own)) return own
  throw new Error('No browser: install Chromium, or set CHROMIUM_PATH.')
}

/**
 * The browser for journeys: Chromium's headless shell where it is installed or nothing else is. It opens a window with less
 * than half of the work, because it has no user interface.
 */
export function findJourneyBrowser(): string {
  if (process.env.CHROMIUM_PATH === undefined && existsSync(shell)) return shell
  return findInstalled() ?? installFromDebian('chromium-headless-shell', shell) ?? findBrowser()
}

const findInstalled = (): string | undefined => installed.find((path) => path !== undefined && existsSync(path))

function installFromDebian(name: string, path: string): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log(`No browser is installed; installing Debian’s ${name}`)
  const isDone = run('apt-get', ['update', '-qq']) && run('apt-get', ['install', '-y', '-qq', name])
  return isDone && existsSync(path) ? path : undefined
}

function playwrightBrowser(): string {
  const require = createRequire(new URL('../../packages/e2e/package.json', import.meta.url))
  const { chromium } = require('playwright-core') as { chromium: { executablePath: () => string } }
  return chromium.executablePath()
}
