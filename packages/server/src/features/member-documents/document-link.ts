import { paths } from '@coopline/contract/paths'
import { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import { seal, unseal } from '../../platform/secrets/seal.ts'

/** Longer than a member leaves the page open. What it opens is the same for every member. */
const lifetimeMs = 12 * 3_600_000

const named = z.strictObject({ kind: z.literal('member-document'), id: z.int() })

/** The address of a document that the portal keeps. It names no file, and only the portal can read or create one. */
export const documentLink = (deps: Pick<Deps, 'keys' | 'clock'>, id: number): string => {
  const expiresAt = new Date(deps.clock.now().getTime() + lifetimeMs)
  return paths.memberInfoDoc(seal(deps.keys, 'document-handle', { kind: 'member-document', id }, expiresAt))
}

/** The document that the handle in an address stands for; `null` when it is forged, changed or expired. */
export const openDocumentLink = (deps: Pick<Deps, 'keys' | 'clock'>, handle: string): number | null =>
  unseal(deps.keys, 'document-handle', handle, named, deps.clock.now())?.id ?? null
