import { defineConfig } from 'vitest/config'

const node = { environment: 'node' as const }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...node,
          name: 'unit',
          include: ['packages/{rules,contract,testing,provider-sandbox}/src/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: ['packages/{ui,web}/src/**/*.test.{ts,tsx}'],
          setupFiles: ['packages/web/src/test-setup.ts'],
        },
      },
      { test: { ...node, name: 'repo', include: ['tools/**/*.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          ...node,
          name: 'server',
          include: ['packages/server/src/**/*.test.ts'],
          exclude: ['**/*.chaos.test.ts'],
          globalSetup: ['packages/server/src/testing/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
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
          testTimeout: 90_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
