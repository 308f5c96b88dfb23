/** A mail as long as the portal's notice of an outage. */
export const outageMail = {
  subject: 'Your power may be out',
  bodyText: [
    'Our outage system shows that the power is out at 12 Cedar Street, Eau Claire, WI 54701.',
    'You get this message because you chose to be notified of outages of this account.',
    'Change which messages you get: https://portal.example.org/manage-notifications',
    'Stop these mails: https://portal.example.org/unsubscribe',
  ].join('\n\n'),
  bodyHtml: `<!doctype html><p>${'x'.repeat(3_500)}</p>`,
  unsubscribeUrl: `https://portal.example.org/unsubscribe?token=${'t'.repeat(32)}`,
} as const
