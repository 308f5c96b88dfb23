import type { Language } from '@coopline/rules/kernel/problem'
import { sections } from '../../messages/sections.ts'

/** A part of the catalog that is loaded as one: the shell's texts, or one slice's. */
export type Section = keyof typeof sections
export type TextsOf<S extends Section> = Awaited<ReturnType<(typeof sections)[S]['en']>>['texts']

type Loaded = { [S in Section]?: { [L in Language]?: TextsOf<S> } }

const loaded: Loaded = {}
const loading = new Map<string, Promise<void>>()
const failures = new Map<string, unknown>()
const used = new Set<Section>()

/** Puts texts in without loading them: the frame is drawn in one go, and tests need not wait. */
function provideTexts<S extends Section>(language: Language, section: S, texts: TextsOf<S>): void {
  const kept: Loaded[S] = { ...loaded[section], [language]: texts }
  loaded[section] = kept
  used.add(section)
}

export const findTexts = <S extends Section>(language: Language, section: S): TextsOf<S> | undefined =>
  loaded[section]?.[language]

const keyOf = (language: Language, section: Section): string => `${language}/${section}`

/** The reason that a section could not be loaded just now, until it may be tried again. */
export const findFailure = (language: Language, section: Section): unknown => failures.get(keyOf(language, section))

/** A failed load may be tried again after this: at once, what is being drawn would ask without end. */
export const retryAfterMs = 3_000

/** Loads a section once; a load that failed may be tried again after a moment. */
export function loadTexts(language: Language, section: Section): Promise<void> {
  if (loaded[section]?.[language] !== undefined) return Promise.resolve()
  const key = keyOf(language, section)
  const started = loading.get(key)
  if (started !== undefined) return started
  const { [language]: fetchSection } = sections[section]
  const load = fetchSection().then(({ texts }) => provideTexts(language, section, texts))
  load.then(
    () => loading.delete(key),
    (error: unknown) => {
      failures.set(key, error)
      setTimeout(() => [loading, failures].map((kept) => kept.delete(key)), retryAfterMs)
    },
  )
  loading.set(key, load)
  return load
}

/** The sections that the pages opened so far have used: what another language needs before it can take over. */
export const sectionsInUse = (): readonly Section[] => [...used]
