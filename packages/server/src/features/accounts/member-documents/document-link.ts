import { paths } from '@coopline/contract/paths'
import { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import { seal, unseal } from '../../../platform/secrets/seal.ts'

/** The lifetime of a link, longer than a member keeps the page open. A shared link reveals nothing: all members see the same documents. */
const lifetimeMs = 12 * 3_600_000

const named = z.strictObject({ kind: z.literal('member-document'), id: z.int() })

/** Builds the path of a stored document. Its handle hides the file name, and only the portal can read or create it. */
export const documentLink = (deps: Pick<Deps, 'keys' | 'clock'>, id: number): string => {
  const expiresAt = new Date(deps.clock.now().getTime() + lifetimeMs)
  return paths.memberInfoDoc(seal(deps.keys, 'document-handle', { kind: 'member-document', id }, expiresAt))
}

/** Returns the document id of a handle; `null` when the handle is forged, changed or expired. */
export const openDocumentLink = (deps: Pick<Deps, 'keys' | 'clock'>, handle: string): number | null =>
  unseal(deps.keys, 'document-handle', handle, named, deps.clock.now())?.id ?? null
