import type { AnswerOf } from '@coopline/contract/endpoint'
import type { notifications } from '@coopline/contract/messages/notifications/notifications.contract'
import { topicRules, type TopicWord } from '@coopline/rules/messages/notifications/topics'

type Settings = Pick<AnswerOf<typeof notifications.settings>, 'account' | 'login'>

/** Topics by which a member notices that a stranger takes money or uses the login. */
const watchful: readonly TopicWord[] = ['payment', 'draft', 'login']

/** True when a message that went somewhere goes elsewhere, or when one about money or the login ends (REQ-D-463). */
export function divertsMessages(before: Settings, after: Settings): boolean {
  const goes = new Map(listMessages(after).map(({ key, to }) => [key, to]))
  return listMessages(before).some(({ key, to, word }) => {
    if (to === null) return false
    const now = goes.get(key) ?? null
    return now === null ? watchful.includes(word) : now !== to
  })
}

/** The messages that a member can get, with the contact that each goes to; null for one that is off. */
const listMessages = ({ account, login }: Settings) =>
  [account, { ...login, emailContactId: 'login' }].flatMap(({ choices, emailContactId, textContactId }) =>
    choices.flatMap(({ topic, byEmail, byText }) => {
      const { word } = topicRules[topic]
      return [
        { key: `${topic} email`, word, to: byEmail ? emailContactId : null },
        { key: `${topic} text`, word, to: byText ? textContactId : null },
      ]
    }),
  )
