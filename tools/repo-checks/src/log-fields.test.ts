import { expect, test } from 'vitest'
import { logFieldsOf } from './log-fields.ts'
import { listFiles, read } from './source-files.ts'

/** Every line has these. `err` has fields of its own. */
const ofEveryLine = ['level', 'time', 'msg', 'traceId']

test('docs/OPERATIONS.md lists each field of the log, and no other', () => {
  const [, section = ''] = /^## Log\n([\s\S]*?)^## /mu.exec(read('docs/OPERATIONS.md')) ?? []
  const listed = [...section.matchAll(/^\| (`[^|]+`) \|/gmu)].flatMap(([, names = '']) =>
    [...names.matchAll(/`(\w+)`/gu)].map(([, name = '']) => name),
  )
  const files = listFiles(/^packages\/server\/src\/.+(?<!\.test)\.ts$/u)
  const written = files.flatMap((file) => logFieldsOf(file, read(file)))
  expect(written).toContain('requestId')
  expect(listed.toSorted()).toEqual([...new Set([...ofEveryLine, ...written])].toSorted())
})

test('fields are found in the calls of a log, and in no others', () => {
  const source = "deps.log.warn({ reason: 'x', err }, 'A'); log.info({ ...more, job }, 'B'); log.info('C')"
  expect(logFieldsOf('a.ts', `${source}; log.child({ name: 1 }); list.error({ other: 1 })`)).toEqual([
    'reason',
    'err',
    'job',
  ])
})
