import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { NotOwned } from '../errors.ts'
import type { Refusal } from '../refusal.ts'
import { seal, unseal } from '../secrets/seal.ts'

const lifetimeMs = 15 * 60_000

const named = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('bill'),
    memberNumber: z.string(),
    accountNumber: z.string(),
    billDate: z.string(),
  }),
  z.strictObject({
    kind: z.literal('delinquent'),
    memberNumber: z.string(),
    accountNumber: z.string(),
    billDate: z.string(),
  }),
  z.strictObject({ kind: z.literal('capital-credit-entry'), memberNumber: z.string(), entryId: z.string() }),
  z.strictObject({ kind: z.literal('capital-credit'), memberNumber: z.string(), accountNumber: z.string() }),
])

/** A document of a member's account. */
export type NamedDocument = z.output<typeof named>

/**
 * A handle for a document, valid for this member and 15 minutes. It names a bill, never a path, and only the portal can read
 * or create one.
 */
export const documentHandle = (deps: Pick<Deps, 'keys' | 'clock'>, document: NamedDocument): string =>
  seal(deps.keys, 'document-handle', document, new Date(deps.clock.now().getTime() + lifetimeMs))

/**
 * Opens a handle for the member who calls.
 *
 * @param refusal what the member reads when it is another member's.
 * @returns the document that it stands for; `null` when it is forged, changed or expired.
 * @throws NotOwned when it is another member's.
 */
export function openDocumentHandle(
  deps: Pick<Deps, 'keys' | 'clock'>,
  handle: string,
  { memberNumber, refusal }: { readonly memberNumber: string; readonly refusal: Refusal },
): NamedDocument | null {
  const document = unseal(deps.keys, 'document-handle', handle, named, deps.clock.now())
  if (document === null || document.memberNumber === memberNumber) return document
  const account = 'accountNumber' in document ? { accountNumber: document.accountNumber } : {}
  throw new NotOwned('A handle of another member', { ...account, refusal })
}

/** The account of the document that a handle stands for; `undefined` for any other value, and for another member's document. */
export function accountOfHandle(
  deps: Pick<Deps, 'keys' | 'clock'>,
  handle: unknown,
  memberNumber: string,
): string | undefined {
  if (typeof handle !== 'string') return undefined
  const document = unseal(deps.keys, 'document-handle', handle, named, deps.clock.now())
  if (document?.memberNumber !== memberNumber) return undefined
  return 'accountNumber' in document ? document.accountNumber : undefined
}
