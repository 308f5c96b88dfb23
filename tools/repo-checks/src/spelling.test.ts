import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { read, root } from './source-files.ts'

const cspell = join(root, 'node_modules/cspell/bin.mjs')

/** Returns the words of a text that `npm run spelling` refuses. */
function misspelled(text: string): string[] {
  const args = ['lint', '--no-progress', '--no-summary', '--no-cache', '--words-only', 'stdin']
  const { stdout } = spawnSync(process.execPath, [cspell, ...args], { cwd: root, input: text, encoding: 'utf8' })
  return stdout.split('\n').filter((word) => word !== '')
}

test('the spell checker refuses British spellings, also inside identifiers and where a dictionary knows both', () => {
  const right = 'The catalog normalizes a color: brandColor, accumulationBehaviour.'
  const wrong = 'Towards a catalogue that normalises a colour: settingsCatalogue, cancelled, noBehaviour.'
  const found = ['Towards', 'catalogue', 'normalises', 'colour', 'Catalogue', 'cancelled', 'Behaviour']
  expect(misspelled(`${right}\n${wrong}\n`)).toEqual(found)
})

test.each(['words.txt', 'spanish-words.txt'])(
  'the words of tools/spelling/%s are sorted and stand there once',
  (file) => {
    const words = read(`tools/spelling/${file}`).trimEnd().split('\n')
    expect(words).toEqual([...new Set(words)].sort())
  },
)
