import { afterAll } from 'vitest'
import { useTemporaryFolder } from './temporary-folder.ts'

// Runs before each test file.
afterAll(useTemporaryFolder())
