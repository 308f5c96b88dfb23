import type { Setting } from './setting.ts'

type Texts = Readonly<Record<string, Setting<string>>>

type SpanishOf<T extends Texts> = { readonly [Key in keyof T & string as `${Key}_es`]: Setting<string> }

/** Adds the setting of the Spanish text, `<key>_es`, after each text that members read. */
export function withSpanish<const T extends Texts>(texts: T): T & SpanishOf<T> {
  const entries = Object.entries(texts).flatMap(([key, text]) => [
    [key, text] as const,
    [
      `${key}_es`,
      {
        ...text,
        default: '',
        does: {
          en: `Spanish for ${key}; while it is empty, ${key} is shown in Spanish too.`,
          es: `Texto en español de ${key}; mientras esté vacío, se muestra ${key} también en español.`,
        },
        source: 'addition: Spanish',
      },
    ] as const,
  ])
  // The record has exactly these keys, which the compiler cannot see.
  return Object.fromEntries(entries) as T & SpanishOf<T>
}
