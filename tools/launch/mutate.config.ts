import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const tests = `${process.env['MUTATED_TESTS'] ?? ''}.test.ts`

// Each mutant loads the setup again, and few slices need it.
const hasProperties = globSync(tests).some((file) => readFileSync(file, 'utf8').includes("from 'fast-check'"))

/** The tests of one mutated slice, for `mutate.ts`: Stryker takes a configuration with one project only. */
export default defineConfig({
  test: {
    include: [tests],
    setupFiles: hasProperties ? ['tools/launch/mutate.setup.ts'] : [],
    // Mutated code is slower than these tests of speed allow.
    testNamePattern: /^(?!.*without delay)/u,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
