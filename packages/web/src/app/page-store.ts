import type { Language } from '@coopline/rules/kernel/problem'
import type { ComponentType } from 'react'
import { beginCall } from '../portal/calls-under-way.ts'
import type { PortalRoute } from '../portal/route-table.tsx'
import { loadTexts } from '../portal/text-store.ts'

const loaded = new WeakMap<PortalRoute, ComponentType>()
const loading = new WeakMap<PortalRoute, Promise<void>>()

export const findPage = (entry: PortalRoute): ComponentType | undefined => loaded.get(entry)

/** Loads a page with its texts, once; a load that failed may be tried again. */
export function loadPage(entry: PortalRoute, language: Language): Promise<void> {
  if (loaded.has(entry)) return Promise.resolve()
  const started = loading.get(entry)
  if (started !== undefined) return started
  const end = beginCall()
  const texts = entry.texts.map((section) => loadTexts(language, section))
  const load = Promise.all([entry.load(), ...texts])
    .then(([{ Page }]) => void loaded.set(entry, Page))
    .finally(() => {
      loading.delete(entry)
      end()
    })
  loading.set(entry, load)
  return load
}
