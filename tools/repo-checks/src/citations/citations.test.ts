import { describe, expect, test } from 'vitest'
import { listFiles, read, testFiles } from '../source-files.ts'
import { findCitations } from './find-citations.ts'
import { listedPoints, openPoints } from './open-points.ts'
import { readRepository, resolves } from './resolve-citations.ts'

const repository = readRepository()

/** Citations of a text, as `kind: text`, that lead nowhere. */
const lost = (file: string, text: string): readonly string[] =>
  findCitations(file, text, repository.prefixes)
    .filter((citation) => !resolves(file, citation, repository))
    .map(({ kind, text: cited }) => `${kind}: ${cited}`)

// This file cites what does not exist, to see the check notice it.
const own = 'tools/repo-checks/src/citations/citations.test.ts'

test('every id, decision, path and npm script that sources and documents cite exists, in the evidence of docs/security too [SEC-80]', () => {
  const files = listFiles(
    /^(?:packages|tools|docs|\.ci|\.github)\/.*(?:\.(?:tsx?|sql|md|ya?ml|css)|\/run)$|^[\w.-]+\.md$/u,
  ).filter((file) => file !== own)
  expect(files.length).toBeGreaterThan(1000)
  expect(files).toEqual(expect.arrayContaining(['docs/security/asvs.md', 'docs/security/pci.md']))
  const lostByFile = files.map((file) => [file, ...lost(file, read(file))].join('; '))
  expect(lostByFile.filter((line) => line.includes('; '))).toEqual([])
})

test('every requirement of the standard that is met names a check, a source, a document or a test that exists [SEC-80]', () => {
  const text = read('docs/security/asvs.md')
  const met = text.split('\n').filter((line) => /^\| \d+\.\d+\.\d+ \|.*\| met \|/u.test(line))
  expect(met.length).toBeGreaterThan(100)
  expect(met.filter((line) => !/\b(?:SEC|REL)-\d{2}\b|`[^`]+`|"[^"]+"|\]\(|[A-Z]+\.md|code read/u.test(line))).toEqual(
    [],
  )
  const tests = listFiles(testFiles).map(read).join('\n')
  const quoted = [...text.matchAll(/"([^"]+?)(?:,? …)?"/gu)].map(([, title = '']) => title)
  expect(quoted.length).toBeGreaterThan(20)
  expect(quoted.filter((title) => !tests.includes(title))).toEqual([])
})

describe('the open points of the standard', () => {
  const text = read('docs/security/asvs.md')

  test('are the requirements that are not met, each with its status [SEC-80]', () => {
    expect(openPoints(text).length).toBeGreaterThan(10)
    expect(listedPoints(text)).toEqual(openPoints(text))
    const explained = [...(text.split('\n## ')[0] ?? '').matchAll(/^\| ([a-z ]+) \|/gmu)].map(([, status]) => status)
    expect(explained).toEqual(expect.arrayContaining(['met', 'operator']))
    for (const point of openPoints(text)) expect(explained).toContain(point.replace(/^.*: /u, ''))
  })

  test.each([
    ['an open point that is not listed', /^\| 3\.5\.4 \| 2 \|.*\n/mu, ''],
    ['a point that is met by now', /^(\| 3\.5\.4 \|.*\|) deviation \| the/mu, '$1 met | the'],
    ['another status in the list', /^(\| 3\.5\.4 \| 2 \|.*\|) deviation \|$/mu, '$1 partly |'],
    ['another status in a chapter', /^(\| 3\.5\.4 \|.*\|) deviation \| the/mu, '$1 operator | the'],
  ])('differ when there is %s', (_fault, from, to) => {
    const changed = text.replace(from, to)
    expect(changed).not.toBe(text)
    expect(listedPoints(changed)).not.toEqual(openPoints(changed))
  })
})

test.each([
  ['id', 'packages/rules/src/paying/payment-amount/check-payment-amount.ts'],
  ['decision', 'docs/OPERATIONS.md'],
  ['path', 'CONTRIBUTING.md'],
  ['link', 'docs/decisions/README.md'],
  ['script', 'README.md'],
] as const)('the check finds a citation of the kind "%s" in %s', (kind, file) => {
  expect(findCitations(file, read(file), repository.prefixes).some((citation) => citation.kind === kind)).toBe(true)
})

describe('the check of citations notices', () => {
  test.each([
    ['a requirement that no table has', 'a.ts', '// refuses it (QP-99)', 'id: QP-99'],
    ['a decision about requirements that no table has', 'a.ts', '// (REQ-D-999)', 'id: REQ-D-999'],
    ['a security check that no table has', 'a.test.ts', "test('refuses a guess [SEC-99]', run)", 'id: SEC-99'],
    ['a reliability check that no table has', 'a.sql', '-- ends alone (REL-00)', 'id: REL-00'],
    ['a performance goal that no table has', 'docs/a.md', 'P99 is met.', 'id: P99'],
    ['a decision record that does not exist', 'a.ts', '// in two halves (decision 9999)', 'decision: 9999'],
    ['the wrong one of two decision records', 'docs/a.md', 'See decisions 0013 and 9998.', 'decision: 9998'],
    ['a decision record cited by a short number', 'a.ts', '// (decision 13)', 'decision: 13'],
    ['a section of a document', 'a.ts', '// the first failure wins (architecture §2)', 'document: §2'],
    ['a document without a section', 'a.ts', '// as spec 000 says', 'document: spec 000'],
    ['a letter of a list', 'a.ts', '// the order of checks (decision B4)', 'document: decision B4'],
    ['a path in a comment', 'a.ts', '/** As `docs/NOWHERE.md` says. */', 'path: docs/NOWHERE.md'],
    ['a source in a comment', 'a.tsx', '// see no-such-file.test.ts', 'path: no-such-file.test.ts'],
    ['a path in a migration', 'a.sql', '-- as tools/nowhere does', 'path: tools/nowhere'],
    ['a path in a document', 'docs/a.md', 'Read `packages/nowhere/src`.', 'path: packages/nowhere/src'],
    ['a link in a document', 'docs/a.md', 'Read [this](nowhere.md#there).', 'link: nowhere.md#there'],
    ['an npm script that no package has', 'docs/a.md', 'Run `npm run no-such-script`.', 'script: no-such-script'],
    ['an npm script of another package', 'a.ts', '// npm run bench -w @coopline/web', 'script: bench -w @coopline/web'],
  ])('%s', (_, file, text, expected) => {
    expect(lost(file, text)).toEqual([expected])
  })
})

test('existing files, sections of standards and placeholders are accepted', () => {
  const text = `/** RFC 9110 §15.5.6 and WebAuthn Level 3 §7.1 (QP-27, PA-03 to PA-20, REQ-D-041, decisions 0013 and 0029);
   *  see \`docs/ARCHITECTURE.md\`, \`platform/errors.ts\`, *.store.ts, docs/decisions/NNNN-title.md; npm run build -w @coopline/web */`
  expect(lost('a.ts', text)).toEqual([])
})
