import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/launch/longest-first.ts'

/** A test that hangs ends; a slow machine must not fail one. */
const patience = 120_000

/** One more than there are cores: a worker often waits, for its database, its portal, its browser or the next event. */
const maxWorkers = availableParallelism() + 1

/** The longest that `expect.poll` waits. Tests give it no limit of their own. */
const waiting = { poll: { timeout: patience / 2 } }

const node = {
  environment: 'node' as const,
  expect: waiting,
  // What a file leaves among the temporary files is gone when it ends.
  setupFiles: ['packages/testing/src/own-temporary-folder.ts'],
}

const browser = {
  environment: 'happy-dom' as const,
  expect: waiting,
  // Files share the libraries of their worker: each would spend a quarter of its time on loading them. The set-up makes all else new.
  isolate: false,
  setupFiles: ['packages/web/src/test-setup.ts'],
  testTimeout: patience,
  hookTimeout: patience,
  maxWorkers,
}

const server = {
  ...node,
  // Files share the modules of their worker: each file would spend a fifth of its time on reading them anew.
  isolate: false,
  globalSetup: ['packages/server/src/testing/global-setup.ts'],
  testTimeout: patience,
  hookTimeout: patience,
  maxWorkers,
}

/**
 * The server tests that run a second time, on the embedded database: what can differ there. It is the same dialect of SQL
 * with one connection and no network, so those are migrating, transactions, the job queue, the outbox of messages, retention,
 * attempts counted at once, a call of every endpoint and a run of every job, and a payment from request to receipt. Opening it,
 * commands on it and the journey of `npm start` have tests of their own (decision 0043).
 */
const onEmbedded = [
  'packages/server/src/platform/db/{migrate,in-transaction}.test.ts',
  'packages/server/src/platform/jobs/pg-boss-jobs.test.ts',
  'packages/server/src/platform/messages/deliver-messages.test.ts',
  'packages/server/src/platform/retention/delete-expired.test.ts',
  'packages/server/src/platform/attempts/record-attempt.test.ts',
  'packages/server/src/platform/http/every-endpoint-answers.test.ts',
  'packages/server/src/features/paying/quick-pay/paid-once.test.ts',
]

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...node,
          name: 'unit',
          // Files share the modules of their worker: reading them anew takes as long as the tests.
          isolate: false,
          include: ['packages/{rules,contract,testing,provider-sandbox,ui,web}/src/**/*.test.ts'],
          exclude: [...configDefaults.exclude, '**/*.dom.test.ts'],
          testTimeout: patience,
          hookTimeout: patience,
          maxWorkers,
        },
      },
      {
        test: {
          ...browser,
          name: 'ui',
          include: ['packages/ui/src/**/*.{test.tsx,dom.test.ts}'],
        },
      },
      { test: { ...browser, name: 'web', include: ['packages/web/src/**/*.{test.tsx,dom.test.ts}'] } },
      { test: { ...node, name: 'repo', include: ['tools/**/*.test.ts'], testTimeout: patience, maxWorkers } },
      {
        test: {
          ...server,
          name: 'server',
          include: ['packages/server/src/**/*.test.ts'],
          exclude: ['**/*.chaos.test.ts'],
        },
      },
      {
        test: {
          ...server,
          name: 'embedded',
          include: onEmbedded,
          exclude: ['**/*.chaos.test.ts'],
        },
      },
      {
        test: {
          ...server,
          name: 'kit',
          include: ['packages/provider-kit/src/**/*.test.ts'],
        },
      },
      {
        test: {
          ...server,
          name: 'chaos',
          include: ['packages/server/src/**/*.chaos.test.ts'],
          testTimeout: 600_000,
          // Migrating a durable database and starting portals takes minutes on a busy machine.
          hookTimeout: 600_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          ...node,
          name: 'e2e',
          // A journey may wait until a whole portal has started.
          expect: { poll: { timeout: 1.5 * patience } },
          include: ['packages/e2e/src/**/*.e2e.ts'],
          globalSetup: ['packages/e2e/src/support/global-setup.ts'],
          // No temporary folder for each file: the browser and the host of portals outlive files.
          setupFiles: ['packages/e2e/src/support/say-what-was-displayed.ts'],
          // Files share the browser and the host of portals of their worker. Each visitor and each portal starts fresh.
          isolate: false,
          testTimeout: 2 * patience,
          hookTimeout: 2 * patience,
          maxWorkers,
        },
      },
    ],
  },
})
