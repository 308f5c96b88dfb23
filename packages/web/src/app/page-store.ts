import type { Language } from '@coopline/rules/kernel/problem'
import type { ComponentType } from 'react'
import { beginCall } from '../portal/calls-under-way.ts'
import type { PortalRoute } from '../portal/route-table.tsx'
import { loadTexts, retryAfterMs } from '../portal/text-store.ts'

const loaded = new WeakMap<PortalRoute, ComponentType>()
const loading = new WeakMap<PortalRoute, Promise<void>>()

export const findPage = (entry: PortalRoute): ComponentType | undefined => loaded.get(entry)

/** Loads a page with its texts, once; a load that failed may be tried again after a moment. */
export function loadPage(entry: PortalRoute, language: Language): Promise<void> {
  if (loaded.has(entry)) return Promise.resolve()
  const started = loading.get(entry)
  if (started !== undefined) return started
  // Later, because this may be asked for while the page is being rendered.
  const counted = Promise.resolve().then(beginCall)
  const texts = entry.texts.map((section) => loadTexts(language, section))
  const load = Promise.all([entry.load(), ...texts])
    .then(([{ Page }]) => void loaded.set(entry, Page))
    .finally(() => void counted.then((end) => end()))
  load.then(
    () => loading.delete(entry),
    () => setTimeout(() => loading.delete(entry), retryAfterMs),
  )
  loading.set(entry, load)
  return load
}
