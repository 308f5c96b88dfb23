import { enableCompileCache } from 'node:module'

// As the processes of the portal do: before other modules are loaded, and with a small young generation meanwhile.
enableCompileCache()
const { boundYoungGeneration, keepYoungGenerationSmall } = await import('../cli/bound-young-generation.ts')
keepYoungGenerationSmall()
const { answerCalls } = await import('./host-portals.ts')
boundYoungGeneration()
answerCalls()
