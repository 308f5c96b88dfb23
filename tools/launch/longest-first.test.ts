import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { longestFirst, longFiles } from './longest-first.ts'
import { root } from './portal-processes.ts'

const file = (name: string, moduleId: string) => ({ project: { name }, moduleId })

test('files that take long come first in their project, and projects keep their order', () => {
  const a = file('e2e', '/x/packages/e2e/src/site.e2e.ts')
  const b = file('e2e', '/x/packages/e2e/src/start.e2e.ts')
  const c = file('server', '/x/packages/server/src/platform/http/answers.test.ts')
  const d = file('server', '/x/packages/server/src/platform/http/fuzz.test.ts')
  expect(longestFirst([a, b, c, d])).toEqual([b, a, d, c])
})

test('each file that is known to take long exists', () => {
  expect(longFiles.filter((path) => !existsSync(join(root, path)))).toEqual([])
})
