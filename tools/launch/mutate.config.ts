import { defineConfig } from 'vitest/config'

const tests = process.env['MUTATED_TESTS'] ?? ''

/** The tests of one mutated slice, for `mutate.ts`: Stryker takes a configuration with one project only. */
export default defineConfig({
  test: {
    include: [`${tests}.test.ts`],
    setupFiles: ['tools/launch/mutate.setup.ts'],
    // Mutated code is slower than these tests of speed allow.
    testNamePattern: /^(?!.*without delay)/u,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
