import { spawnSync } from 'node:child_process'
import { buildWebIfNeeded } from './build-web.ts'
import { findBrowser } from './find-browser.ts'
import { root } from './portal-processes.ts'

/** Builds the pages, finds a browser and runs the journeys. Words after `--` go to the test runner. */
buildWebIfNeeded((text) => console.log(text))
const run = spawnSync('vitest', ['run', '--project', 'e2e', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, CHROMIUM_PATH: findBrowser() },
  shell: process.platform === 'win32',
})
process.exitCode = run.status ?? 1
