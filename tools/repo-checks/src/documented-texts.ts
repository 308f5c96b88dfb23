/**
 * Sentences that the documents quote and that today's pages show. Each is written down in one source file only, so that
 * nobody has to look for the second place (tests repeat them on purpose).
 */
export const documentedTexts: readonly string[] = [
  'Please enter your account number.',
  'Please enter valid account number.',
  'Please enter last 4 digits of your phone number.',
  'Please enter valid last 4 digits of your phone number.',
  'You must enter valid amount.',
  'Payment amount should be greater than 0.',
  'You must enter a payment amount less than',
  'You may not overpay your account balance.',
  'You may not pay less than your account balance.',
  'At this time, you are required to pay a minimum payment amount of',
  'You must pay the minimum amount of',
  'You must pay the minimum reconnect amount of',
  'Both Echeck and Credit card payment methods are restricted for this account. Please contact customer support.',
  'ECheck & Credit Card Payment Restricted.',
  'Credit Card Payment Restricted.',
  'ECheck Payment Restricted.',
  'You have made a recent payment of',
  'Would you like to proceed with another payment?',
  'Service unavailable, please contact administrator.',
  'Unauthorized access.',
  'We are unable to process your request at this time. Please try again later.',
  'Unknown error!',
  'Your payment was successfully processed',
  'Your payment has been canceled.',
  'There are no Terms of Use available.',
]
