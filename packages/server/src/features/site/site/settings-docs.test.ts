import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listSettings } from '@coopline/contract/site/site/settings-catalog'
import { expect, test } from 'vitest'
import { settingsDocs } from './settings-docs.ts'

test('docs/SETTINGS.md carries the table of the catalog as it is now (npm run coopline -- settings docs prints it)', () => {
  const file = readFileSync(join(import.meta.dirname, '../../../../../../docs/SETTINGS.md'), 'utf8')
  const [, table] = /<!-- catalog -->\n([\s\S]*)\n<!-- \/catalog -->/u.exec(file) ?? []
  expect(table).toBe(settingsDocs())
})

test('the table has a row for every setting, with five cells each', () => {
  const rows = settingsDocs()
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  expect(rows).toHaveLength(listSettings().length)
  for (const row of rows) expect(row.split(' | ')).toHaveLength(5)
})
