import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

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

/** The browser that journeys run in: the one installed, else Debian's when root, else Playwright's own. @throws Error when none can be had. */
export function findBrowser(): string {
  const found = installed.find((path) => path !== undefined && existsSync(path))
  if (found !== undefined) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('No browser is installed; installing Debian’s chromium')
    if (
      run('apt-get', ['update', '-qq']) &&
      run('apt-get', ['install', '-y', '-qq', 'chromium']) &&
      existsSync('/usr/bin/chromium')
    )
      return '/usr/bin/chromium'
  }
  const own = playwrightBrowser()
  if (!existsSync(own)) {
    console.log('No browser is installed; fetching Playwright’s own')
    run('npx', ['playwright-core', 'install', 'chromium'])
  }
  if (existsSync(own)) return own
  throw new Error('No browser for the journeys: install Chromium, or set CHROMIUM_PATH.')
}

function playwrightBrowser(): string {
  const require = createRequire(new URL('../../packages/e2e/package.json', import.meta.url))
  const { chromium } = require('playwright-core') as { chromium: { executablePath: () => string } }
  return chromium.executablePath()
}
