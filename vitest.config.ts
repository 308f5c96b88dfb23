import { defineConfig } from 'vitest/config'

/** A test that hangs ends; a slow machine must not fail one. */
const patience = 120_000

/** Every core works; by default one would idle. */
const maxWorkers = '100%'

const node = { environment: 'node' as const }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...node,
          name: 'unit',
          include: ['packages/{rules,contract,testing,provider-sandbox}/src/**/*.test.ts'],
          testTimeout: patience,
          hookTimeout: patience,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: ['packages/{ui,web}/src/**/*.test.{ts,tsx}'],
          setupFiles: ['packages/web/src/test-setup.ts'],
          testTimeout: patience,
          hookTimeout: patience,
          maxWorkers,
        },
      },
      { test: { ...node, name: 'repo', include: ['tools/**/*.test.ts'], testTimeout: patience, maxWorkers } },
      {
        test: {
          ...node,
          name: 'server',
          include: ['packages/server/src/**/*.test.ts'],
          exclude: ['**/*.chaos.test.ts'],
          globalSetup: ['packages/server/src/testing/global-setup.ts'],
          testTimeout: patience,
          hookTimeout: patience,
          maxWorkers,
        },
      },
      {
        test: {
          ...node,
          name: 'chaos',
          include: ['packages/server/src/**/*.chaos.test.ts'],
          globalSetup: ['packages/server/src/testing/global-setup.ts'],
          testTimeout: 600_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          ...node,
          name: 'e2e',
          include: ['packages/e2e/src/**/*.e2e.ts'],
          testTimeout: 2 * patience,
          hookTimeout: 2 * patience,
          // A page may have to wait for a call, on a machine that is busy with other things.
          expect: { poll: { timeout: patience / 4 } },
          // A browser on a machine that is busy with other things: a journey that fails twice is broken.
          retry: 1,
          // Each file has a portal, a provider and a browser of its own, which mostly wait for one another.
          maxWorkers: 2,
        },
      },
    ],
  },
})
