import { root } from './portal-processes.ts'
import { prepareRelease } from './prepare-release.ts'

/** `npm run release -- minor`: prepares the next release (docs/RELEASING.md). */
const [wanted = '', ...others] = process.argv.slice(2)
try {
  if (wanted === '' || others.length > 0) throw new Error('Usage: npm run release -- major|minor|patch|VERSION')
  const tag = prepareRelease(root, wanted, new Date().toISOString().slice(0, 10))
  console.log(`${tag} is committed and tagged. Publish it: git push --follow-tags`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
