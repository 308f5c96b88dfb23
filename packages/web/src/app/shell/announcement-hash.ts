import type { ContentNode } from '@coopline/contract/site/site/site.contract'

/** A short name for a message (FNV-1a, 32 bit): another message has another name, so it is shown again. */
export function announcementHash(message: readonly ContentNode[]): string {
  let hash = 0x811c9dc5
  for (const character of JSON.stringify(message)) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  }
  return hash.toString(16).padStart(8, '0')
}
