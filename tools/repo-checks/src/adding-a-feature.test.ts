import { expect, test } from 'vitest'
import { importsOf } from './imports-of.ts'
import { isTest, listFiles, read } from './source-files.ts'

const guide = 'docs/ADDING-A-FEATURE.md'
const ofDeposits = /\/deposits[./]/u

/** The files that each item of the guide's list of existing files names. */
const listed = (): readonly (readonly string[])[] => {
  const [, list = ''] = /## Existing files that a feature touches\n\n(.+?)\n\n(?!\d\.)/su.exec(read(guide)) ?? []
  return list.split(/^\d\. /mu).flatMap((item) => {
    const files = [...item.matchAll(/`([^`]+\.(?:tsx?|md))`/gu)].map(([, file = '']) => file)
    return files.length === 0 ? [] : [files]
  })
}

test('a feature touches the six existing files of the guide: each knows the smallest slice', () => {
  expect(listed()).toHaveLength(6)
  expect(read(guide)).toContain('needs these six')
  const silent = listed().filter((files) => !files.some((file) => /deposits/iu.test(read(file))))
  expect(silent).toEqual([])
})

test('no existing source besides those of the guide imports the smallest slice', () => {
  const importing = listFiles(/^packages\/.+\.tsx?$/u)
    .filter((file) => !isTest(file) && !ofDeposits.test(file))
    .filter((file) => importsOf(file, read(file)).some(({ from }) => ofDeposits.test(from)))
  expect(importing.length).toBeGreaterThan(3)
  expect(importing.filter((file) => !listed().flat().includes(file))).toEqual([])
})

test('the files of the smallest slice that the guide walks through are all there are', () => {
  const files = listFiles(/^packages\/(?:contract|server|web)\/.+$/u).filter((file) => ofDeposits.test(file))
  expect(files.length).toBeGreaterThan(8)
  expect(files.filter((file) => !read(guide).includes(`\`${file}\``))).toEqual([])
})
