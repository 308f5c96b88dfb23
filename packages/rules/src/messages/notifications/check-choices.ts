import { type Topic, topicRules } from './topics.ts'

/** The channels that a member wants for one topic. */
export interface Choice {
  readonly topic: Topic
  readonly byEmail: boolean
  readonly byText: boolean
}

export type ChoiceProblem =
  | { readonly code: 'topic-not-offered'; readonly field: 'choices' }
  | { readonly code: 'security-by-email'; readonly field: 'choices' }
  | { readonly code: 'phone-missing'; readonly field: 'textContactId' }

/**
 * Checks what a member chose: offered topics only, each once; security always by email; texts only with a phone number.
 *
 * @param hasPhone whether a confirmed number was chosen.
 */
export function checkChoices(
  choices: readonly Choice[],
  offered: readonly Topic[],
  hasPhone: boolean,
): readonly ChoiceProblem[] {
  const chosen = choices.map(({ topic }) => topic)
  const isOffered = chosen.every((topic) => offered.includes(topic)) && new Set(chosen).size === chosen.length
  const isSilenced = choices.some(({ topic, byEmail }) => !byEmail && topicRules[topic].byEmail === 'always')
  const lacksPhone = !hasPhone && choices.some(({ byText }) => byText)
  return [
    ...(isOffered ? [] : [{ code: 'topic-not-offered', field: 'choices' } as const]),
    ...(isSilenced ? [{ code: 'security-by-email', field: 'choices' } as const] : []),
    ...(lacksPhone ? [{ code: 'phone-missing', field: 'textContactId' } as const] : []),
  ]
}
