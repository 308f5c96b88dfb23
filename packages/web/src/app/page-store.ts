import type { Language } from '@coopline/rules/kernel/problem'
import type { ComponentType } from 'react'
import { beginCall } from '../portal/call/calls-under-way.ts'
import type { PortalRoute } from '../portal/page/route-table.tsx'
import { findTexts, loadTexts, retryAfterMs } from '../portal/text/text-store.ts'

/** Thrown when the files of a page do not arrive. */
export class PageNotLoaded extends Error {
  override readonly name = 'PageNotLoaded'

  constructor(path: string, options: ErrorOptions) {
    super(`The files of ${path} could not be loaded`, options)
  }
}

const loaded = new WeakMap<PortalRoute, ComponentType>()
const loading = { en: new WeakMap<PortalRoute, Promise<void>>(), es: new WeakMap<PortalRoute, Promise<void>>() }

/** A page that is there with its texts in a language: it can be drawn without waiting for anything. */
export const findPage = (entry: PortalRoute, language: Language): ComponentType | undefined =>
  entry.texts.every((section) => findTexts(language, section) !== undefined) ? loaded.get(entry) : undefined

/** Loads a page with its texts, once; a load that failed may be tried again after a moment. */
export function loadPage(entry: PortalRoute, language: Language): Promise<void> {
  if (findPage(entry, language) !== undefined) return Promise.resolve()
  const underWay = loading[language]
  const started = underWay.get(entry)
  if (started !== undefined) return started
  // Deferred, because a render may request this.
  const counted = Promise.resolve().then(beginCall)
  const texts = entry.texts.map((section) => loadTexts(language, section))
  const load = Promise.all([entry.load(), ...texts])
    .then(
      ([{ Page }]) => void loaded.set(entry, Page),
      (cause: unknown) => {
        throw new PageNotLoaded(entry.path, { cause })
      },
    )
    .finally(() => void counted.then((end) => end()))
  load.then(
    () => underWay.delete(entry),
    () => setTimeout(() => underWay.delete(entry), retryAfterMs),
  )
  underWay.set(entry, load)
  return load
}
