import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './portal-processes.ts'
import { runQuietly } from './run-quietly.ts'

const sources = ['packages/web', 'packages/ui', 'packages/rules', 'packages/contract', 'package-lock.json']
const stampFile = join(root, 'packages/web/dist/sources.sha256')

/** Builds the pages unless they have been built from the very same sources. */
export function buildWebIfNeeded(tell: (text: string) => void): void {
  const stamp = sourcesHash()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  tell('Building the pages (once for each version)')
  // The pages are always those of production, in every mode of the portal.
  const build = runQuietly('npm', ['run', 'build', '-w', '@coopline/web', '--silent'], { NODE_ENV: 'production' })
  if (!build) throw new Error('The pages could not be built; the messages above say why.')
  mkdirSync(join(stampFile, '..'), { recursive: true })
  writeFileSync(stampFile, stamp)
}

function sourcesHash(): string {
  const hash = createHash('sha256')
  for (const source of sources) addToHash(join(root, source))
  return hash.digest('hex')

  function addToHash(path: string): void {
    if (/(?:node_modules|dist|\.test\.tsx?)$/u.test(path)) return
    const entries = readEntries(path)
    if (entries === null) hash.update(path.slice(root.length)).update(readFileSync(path))
    else for (const entry of entries) addToHash(join(path, entry))
  }
}

function readEntries(path: string): string[] | null {
  try {
    return readdirSync(path).sort()
  } catch {
    return null
  }
}

// As a step of its own: `node tools/launch/build-web.ts`.
if (import.meta.main) buildWebIfNeeded(console.log)
