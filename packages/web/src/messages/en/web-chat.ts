/** The web chat. The texts of the agent and the buttons are those of the cooperative. */
export const texts = {
  close: 'Close the chat',
  messages: 'Messages',
  you: 'You',
  sending: 'Sending…',
  notDelivered: 'We could not deliver your message.',
  sendAgain: 'Send again',
  quickButtons: 'Common questions',
  field: 'Your message',
  send: 'Send',
  empty: 'Enter a message.',
  tooLong: (letters: number) =>
    letters === 1 ? 'Your message is 1 character too long.' : `Your message is ${letters} characters too long.`,
}
