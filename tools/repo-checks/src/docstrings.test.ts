import { expect, test } from 'vitest'
import { listHeadless } from './docstrings.ts'
import { listFiles, read } from './source-files.ts'

test('no docstring begins with a question word: it is a sentence about the thing, such as "Lists the accounts"', () => {
  const found = listFiles(/\.tsx?$/u).flatMap((file) => listHeadless(read(file)).map((line) => `${file}: ${line}`))
  expect(found).toEqual([])
})

test('a headless docstring is found on one line, on several, and inside a type', () => {
  const [what, who, why, same] = ['What', 'Who', 'Why', 'The same']
  const source = `/** ${what} is due. */\n/**\n * ${who} pays.\n */\ninterface A {\n  /** ${same}. */\n}\n/** ${why} it is not. */\n/** Whatever is left. */`
  expect(listHeadless(source)).toEqual(['What is due.', 'Who pays.', 'The same.', 'Why it is not.'])
})
