import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { covers, listUnpinnedActions, ownedPaths } from './github-files.ts'
import { listFiles, read } from './source-files.ts'

const workflows = listFiles(/^\.github\/workflows\/.+\.ya?ml$/u)

test('every workflow names its actions by the commit of a release', () => {
  for (const file of workflows) {
    expect(read(file), file).toContain('uses: ')
    expect(listUnpinnedActions(read(file)), file).toEqual([])
  }
})

test.each([
  'actions/checkout@v4',
  'actions/checkout@main # v4.0.0',
  'actions/checkout@3d3c42e # v7.0.1',
  'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1',
  'docker://alpine:3',
])('the check of actions finds "%s"', (action) => {
  expect(listUnpinnedActions(`steps:\n  - uses: ${action}\n  - name: x\n    uses: ${action}\n`)).toEqual([
    action,
    action,
  ])
})

const codeOwners = read('.github/CODEOWNERS')

test('every line of CODEOWNERS covers a file and names one of the teams that its heading explains', () => {
  const files = listFiles(/./u)
  const teams = [...codeOwners.matchAll(/^# {3}([a-z]+) {2,}\S/gmu)].map(([, team = '']) => `@coopline/${team}`)
  const lines = ownedPaths(codeOwners)
  expect(teams.length).toBeGreaterThan(4)
  expect(lines[0]).toEqual({ pattern: '*', owners: ['@coopline/maintainers'] })
  expect(lines.filter(({ pattern }) => !files.some((file) => covers(pattern, file)))).toEqual([])
  expect(lines.filter(({ owners: [team = '', ...others] }) => !teams.includes(team) || others.length > 0)).toEqual([])
})

test.each([
  ['packages/rules/src/paying/runs/banking-days.ts', 'payments'],
  ['packages/web/src/features/identity/sign-in/sign-in.page.tsx', 'security'],
  ['packages/ui/src/button.tsx', 'pages'],
  ['packages/server/migrations/0001-platform.sql', 'operations'],
  ['docs/requirements/decisions.md', 'maintainers'],
])('CODEOWNERS gives %s to %s', (file, team) => {
  const last = ownedPaths(codeOwners).findLast(({ pattern }) => covers(pattern, file))
  expect(last?.owners).toEqual([`@coopline/${team}`])
})

test('CODEOWNERS has no pattern of a form that the check cannot read', () => {
  for (const pattern of ['*.ts', '/packages/*/src/', 'docs', '/docs/**'])
    expect(() => covers(pattern, 'docs/README.md')).toThrow(pattern)
})

interface Form {
  readonly name?: string
  readonly description?: string
  readonly labels?: readonly string[]
  readonly body?: readonly {
    readonly type: string
    readonly id?: string
    readonly attributes: { readonly label?: string; readonly value?: string; readonly options?: readonly string[] }
  }[]
}

test('every issue form has a name, a description and a label, and fields with an id and a label of their own', () => {
  const forms = listFiles(/^\.github\/ISSUE_TEMPLATE\/(?!config\.).+\.yml$/u)
  expect(forms.length).toBeGreaterThan(1)
  for (const file of forms) {
    const { name, description, labels, body = [] } = parse(read(file)) as Form
    expect([name, description, labels?.[0]], file).not.toContain(undefined)
    const fields = body.filter(({ type }) => type !== 'markdown')
    expect(fields.length, file).toBeGreaterThan(3)
    for (const { type, attributes } of fields) {
      expect(['input', 'textarea', 'dropdown', 'checkboxes'], file).toContain(type)
      expect(attributes.options === undefined, file).toBe(type === 'input' || type === 'textarea')
    }
    for (const values of [fields.map(({ id }) => id), fields.map(({ attributes }) => attributes.label)])
      expect(new Set(values.filter(Boolean)).size, file).toBe(fields.length)
  }
})

test('the issue page sends reports of vulnerabilities to SECURITY.md instead of a public form', () => {
  const { blank_issues_enabled: blank, contact_links: links } = parse(read('.github/ISSUE_TEMPLATE/config.yml')) as {
    readonly blank_issues_enabled: boolean
    readonly contact_links: readonly { readonly url: string; readonly about: string }[]
  }
  expect(blank).toBe(false)
  expect(links).toEqual([
    expect.objectContaining({ url: expect.stringMatching(/^https:\/\/github\.com\/.+\/security\/policy$/u) }),
  ])
  expect(links[0]?.about).toContain('SECURITY.md')
})
