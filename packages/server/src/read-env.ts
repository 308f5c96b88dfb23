import { featureData } from './features.ts'
import { createEnvReader } from './platform/env.ts'

/**
 * Reads and checks the process settings.
 *
 * @throws EnvironmentFaults naming every fault at once.
 */
export const readEnv = createEnvReader(featureData.retention)
