import type { Language } from '@coopline/rules/kernel/problem'
import { sections } from '../messages/sections.ts'

/** A part of the catalogue that is loaded as one: the shell's texts, or one slice's. */
export type Section = keyof typeof sections
export type TextsOf<S extends Section> = Awaited<ReturnType<(typeof sections)[S]['en']>>['texts']

const loaded = new Map<string, unknown>()
const loading = new Map<string, Promise<void>>()

const keyOf = (language: Language, section: Section): string => `${language}/${section}`

/** Puts texts in without loading them: the frame is drawn in one go, and tests need not wait. */
export function provideTexts<S extends Section>(language: Language, section: S, texts: TextsOf<S>): void {
  loaded.set(keyOf(language, section), texts)
}

export const findTexts = <S extends Section>(language: Language, section: S): TextsOf<S> | undefined =>
  loaded.get(keyOf(language, section)) as TextsOf<S> | undefined

/** Loads a section once; a load that failed may be tried again. */
export function loadTexts(language: Language, section: Section): Promise<void> {
  const key = keyOf(language, section)
  if (loaded.has(key)) return Promise.resolve()
  const started = loading.get(key)
  if (started !== undefined) return started
  const load = sections[section]
    [language]()
    .then(({ texts }) => void loaded.set(key, texts))
    .finally(() => loading.delete(key))
  loading.set(key, load)
  return load
}

/** The sections that the pages opened so far have used: what another language needs before it can take over. */
export const sectionsIn = (language: Language): readonly Section[] =>
  (Object.keys(sections) as Section[]).filter((section) => loaded.has(keyOf(language, section)))
