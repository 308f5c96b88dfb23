import { expect, test } from 'vitest'
import config from '../../../vitest.config.ts'
import { listFiles, read, testFiles } from './source-files.ts'
import { findEmptyPatterns, findMisplacedTests, type TestProject } from './test-projects.ts'

/** The projects of vitest.config.ts. */
const allProjects: readonly TestProject[] = (config.test?.projects ?? []).flatMap((project) => {
  if (typeof project !== 'object' || !('test' in project)) return []
  const { test: options } = project
  if (typeof options?.name !== 'string') return []
  return [{ name: options.name, include: options.include ?? [], exclude: options.exclude ?? [] }]
})
/** Without the one that repeats server tests on the other database. */
const projects = allProjects.filter(({ name }) => name !== 'embedded')

test('every test file runs in exactly one vitest project', () => {
  const files = listFiles(testFiles)
  expect(files.length).toBeGreaterThan(300)
  expect(findMisplacedTests(files, projects)).toEqual([])
})

test('tests wait with expect.poll and its one limit, which a busy machine keeps', () => {
  const impatient =
    /\bvi\s*\.wait(?:For|Until)\(|\btimeout: [\d_]+ \},?\s*\)\s*\.(?:not\.)?to|\bexpect\(document\.activeElement\)\.toBe\(await /u
  const files = listFiles(testFiles).filter((file) => !file.endsWith('test-projects.test.ts'))
  expect(files.filter((file) => impatient.test(read(file)))).toEqual([])
  for (const line of [
    'await vi.waitFor(() => expect(a).toBe(1))',
    'expect.poll(a, { timeout: 9_000 }).not.toBe(1)',
    // Reads the focus before it waits for the thing that gets it.
    'expect(document.activeElement).toBe(await heading())',
  ])
    expect(line).toMatch(impatient)
})

test('every pattern of the tests that run a second time finds a file', () => {
  const files = listFiles(testFiles)
  const again = allProjects.filter(({ name }) => name === 'embedded')
  expect(again).toHaveLength(1)
  expect(findEmptyPatterns(files, again)).toEqual([])
  const old = { name: 'old', include: ['packages/server/src/platform/{db,tries}/**/*.test.ts'], exclude: [] }
  expect(findEmptyPatterns(files, [old])).toEqual(['old: packages/server/src/platform/tries/**/*.test.ts'])
})

test('a test of ui that needs a document without React runs in one project', () => {
  expect(findMisplacedTests(['packages/ui/src/a.dom.test.ts'], projects)).toEqual([])
})

test.each([
  'packages/bench/src/a.test.ts',
  'packages/e2e/src/a.test.ts',
  'packages/rules/src/a.test.tsx',
  'packages/rules/src/a.dom.test.ts',
  'packages/server/src/a.test.tsx',
  'packages/web/src/a.spec.ts',
  'packages/web/build/a.test.ts',
])('the check finds that no project runs %s', (file) => {
  expect(findMisplacedTests([file], projects)).toEqual([`${file}: no project`])
})

test('the check names the projects that share a test file', () => {
  const again = { name: 'again', include: ['packages/ui/**/*.test.ts'], exclude: ['**/*.dom.test.ts'] }
  const files = ['packages/ui/src/a.test.ts', 'packages/ui/src/a.dom.test.ts']
  expect(findMisplacedTests(files, [...projects, again])).toEqual(['packages/ui/src/a.test.ts: unit, again'])
})
