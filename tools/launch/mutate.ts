import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { mutationFile, withScore } from '../repo-checks/src/mutation-scores.ts'

/**
 * `npm run mutate -- SLICE… [--write]` changes the sources of slices, one mutant at a time, and lists those that no test notices. A
 * slice is a folder of a wing of `packages/rules/src`, or `kernel`, `rules` for all of them, or `payments` for the pure parts of the payments core. `--write`
 * keeps the score of each slice in CONTRIBUTING.md.
 */
const rules = 'packages/rules/src'
const payments = 'packages/server/src/features/paying/payments'
const ofPayments = ['provider-events/compare-event', 'ledger/ledger-lines', 'provider-events/net-sum']

/** The folder of each slice of the rules. Those of a wing have their own name. */
const folders = new Map(
  ['kernel', ...globSync('*/*/', { cwd: rules }).filter((folder) => !folder.startsWith('kernel'))].map((folder) => [
    basename(folder),
    join(rules, folder),
  ]),
)

const folderOf = (slice: string): string => folders.get(slice) ?? ''

const words = process.argv.slice(2)
const writes = words.includes('--write')
const named = words.filter((word) => word !== '--write')
const slices = named.flatMap((name) => (name === 'rules' ? [...folders.keys()] : [name]))
const unknown = slices.filter((slice) => slice !== 'payments' && !folders.has(slice))
if (slices.length === 0 || unknown.length > 0) {
  console.error(`Name slices: rules, payments, or one of ${[...folders.keys()].toSorted().join(', ')}`)
  process.exit(2)
}

/** Whether a slice has more than texts. */
const hasRules = (slice: string): boolean =>
  readdirSync(folderOf(slice)).some((file) => file.endsWith('.ts') && !/\.(?:test|messages)\.ts$/u.test(file))

const scores = []
for (const slice of slices) {
  const isOfPayments = slice === 'payments'
  process.env['MUTATED_TESTS'] = isOfPayments ? `${payments}/{${ofPayments.join()}}` : join(folderOf(slice), '**/*')
  const results = await new Stryker({
    mutate: isOfPayments
      ? ofPayments.map((file) => `${payments}/${file}.ts`)
      : [`${folderOf(slice)}/**/*.ts`, '!**/*.test.ts', '!**/*.messages.ts'],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'tools/launch/mutate.config.ts', related: false },
    coverageAnalysis: 'perTest',
    // Stryker reads it by an interface that TypeScript 7 does not have.
    tsconfigFile: 'none',
    ignorePatterns: [
      ...['web', 'ui', 'e2e', 'bench', 'provider-sandbox', ...(isOfPayments ? [] : ['server'])].map(
        (name) => `packages/${name}`,
      ),
      'docs',
      'tools/repo-checks',
      '.data',
    ],
    dryRunTimeoutMinutes: 20,
    concurrency: Number(process.env['MUTATE_CONCURRENCY'] ?? 1),
    reporters: ['clear-text'],
    clearTextReporter: { reportTests: false, reportScoreTable: false, allowEmojis: false },
    // Without a test nothing would survive.
    allowEmpty: !isOfPayments && !hasRules(slice),
    tempDirName: '.stryker-tmp',
  }).runMutationTest()
  const counted = results.filter(({ status }) => status !== 'Ignored')
  const killed = counted.filter(({ status }) => status === 'Killed' || status === 'Timeout')
  const score = { slice, mutants: counted.length, killed: killed.length }
  scores.push(score)
  if (writes && counted.length > 0) {
    const today = new Date().toISOString().slice(0, 10)
    writeFileSync(mutationFile, withScore(readFileSync(mutationFile, 'utf8'), { ...score, measured: today }))
  }
}

const percent = (killed: number, mutants: number) =>
  mutants === 0 ? '–' : `${((100 * killed) / mutants).toFixed(1)} %`
for (const { slice, mutants, killed } of scores)
  console.log(
    `${slice.padEnd(22)} ${String(killed).padStart(5)} of ${String(mutants).padStart(5)} killed  ${percent(killed, mutants)}`,
  )
