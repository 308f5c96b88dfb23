import { parseSync, Visitor } from 'oxc-parser'
import { checkSync } from 'recheck'
import { expect, test } from 'vitest'
import { isTest, listFiles, read } from './source-files.ts'

interface Literal {
  readonly pattern: string
  readonly flags: string
}

function literalsOf(file: string): readonly Literal[] {
  const literals: Literal[] = []
  const visitor = new Visitor({
    Literal: (node) => {
      if ('regex' in node && node.regex) literals.push({ pattern: node.regex.pattern, flags: node.regex.flags })
    },
  })
  visitor.visit(parseSync(file, read(file)).program)
  return literals
}

/**
 * The automaton proves. What it cannot read, such as look-ahead, is left to the checker's guesses, which are by chance and now and
 * then wrong: a bad expression is bad every time.
 */
const isSafe = ({ pattern, flags }: Literal): boolean =>
  checkSync(pattern, flags, { checker: 'automaton', timeout: 10_000 }).status === 'safe' ||
  [1, 2, 3].some(() => checkSync(pattern, flags, { timeout: 120_000 }).status === 'safe')

test('every regular expression of the sources takes linear time for any input [SEC-60]', {
  timeout: 900_000,
}, () => {
  const sources = listFiles(/^packages\/(?:rules|contract|server|web|ui|provider-sandbox)\/src\/.+\.tsx?$/u).filter(
    (file) => !isTest(file),
  )
  const literals = new Map(
    sources.flatMap((file) => literalsOf(file).map((one) => [`/${one.pattern}/${one.flags}`, one])),
  )
  expect(literals.size).toBeGreaterThan(20)
  const unsafe = [...literals].filter(([, one]) => !isSafe(one))
  expect(unsafe.map(([text]) => text)).toEqual([])
})

test('the check of regular expressions finds a known bad one', () => {
  expect(checkSync('^[a-zA-Z0-9]+([._@\\- ]?[a-zA-Z0-9]+)*$', 'u').status).toBe('vulnerable')
})
