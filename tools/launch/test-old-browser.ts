import { spawnSync } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { root } from './portal-processes.ts'

/**
 * Runs the journeys of the promised browsers in a real Chromium 111, the oldest one promised (decision 0049). It comes from npm
 * (57 MB, for Linux on x64 only), so it is not a dependency: a run by hand fetches it once into the folder for temporary files.
 */
const name = '@sparticuz/chromium'
const version = '111.0.0'
const integrity = 'sha512-h68PUvW3tz3vZxYa/XxpHdudZ65p6zejBcBdW6qwsJ3xHR4d6myclK+E3stQd3epnPNVZAf/rDf37njG1VjNWg=='

const folder = join(tmpdir(), `coopline-chromium-${version}`)
const executable = join(folder, 'chromium')

if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('This Chromium is for Linux on x64 only.')
if (!existsSync(executable)) await fetchBrowser()
const files = process.argv.slice(2)
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--project', 'e2e', ...(files.length > 0 ? files : ['packages/e2e/src/promised-browsers.e2e.ts'])],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH: executable } },
)
process.exitCode = status ?? 1

async function fetchBrowser(): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const install = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`]
  if (spawnSync('npm', install, { stdio: 'inherit' }).status !== 0) throw new Error('npm could not fetch the browser.')
  const lock = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly integrity?: string }>>
  }
  if (lock.packages[`node_modules/${name}`]?.integrity !== integrity)
    throw new Error(`${name} is not the expected file.`)
  const packed = join(folder, 'node_modules', name, 'bin/chromium.br')
  await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(executable, { mode: 0o755 }))
}
