/** Texts of the pages that a payer sees after paying or canceling at the provider. */
export const texts = {
  titles: { success: 'Payment Success', cancel: 'Payment Cancel' },
  confirmed: {
    heading: 'Your payment was successfully processed',
    keep: 'Keep the confirmation code for your records.',
    accountNumber: 'Account Number',
    account: (accountNumber: string) => `Account ${accountNumber}`,
    balanceNow: (balance: string) => `Balance now: ${balance}`,
    accountBalance: 'Account Balance',
    paymentAmount: 'Payment Amount',
    convenienceFee: 'Convenience Fee',
    totalPaymentAmount: 'Total Payment Amount',
    refunded: 'Refunded',
    partOf: (part: string, total: string) => `${part} of ${total}`,
    lastFour: { cc: 'Card ending in', echeck: 'Bank account ending in', unknown: 'Card or bank account ending in' },
    confirmationCode: 'Confirmation Code',
    details: 'Payment details',
    done: 'Done',
    print: 'Print',
  },
  checking: {
    heading: 'Checking your payment',
    text: 'This takes a moment.',
  },
  processing: {
    heading: 'We are confirming your payment',
    text: 'This can take up to two minutes. You do not need to do anything. Please do not pay again.',
    retrying: 'The last check did not work. We will keep trying.',
    stillTitle: 'We cannot confirm your payment yet',
    still:
      'We have not received your payment result yet. Please do not pay again. If your payment went through, it will appear on your account. Check again later or call us.',
    checkAgain: 'Check again',
  },
  declined: {
    heading: 'Your payment was declined',
    text: 'You were not charged. Try another card or bank account, or contact your bank.',
  },
  canceled: {
    heading: 'Your payment was canceled',
    text: 'You were not charged.',
  },
  expired: {
    heading: 'Your payment timed out',
    text: 'We did not receive a payment. You can start again.',
  },
  refunded: {
    heading: 'Your payment was refunded',
    text: 'The amount below will go back to the card or bank account you used.',
  },
  returned: {
    heading: 'Your payment was returned',
    text: 'Your bank or card company reversed this payment. You owe this amount on your account again.',
  },
  'under-review': {
    heading: 'We are checking your payment',
    text: 'We received your payment and are checking the amount. Please do not pay again. Your balance will change after we finish.',
  },
  rejected: {
    heading: 'We did not apply your payment',
    text: 'We checked this payment and did not apply it to your account. If your card or bank account was charged, please call us.',
  },
  failed: {
    heading: 'We could not show your payment',
    notFound: 'We could not find your payment with this link. If you already paid, your payment is not affected.',
    sessionEnded:
      'Your Quick Pay session ended. If you already paid, your payment is not affected and will appear on your account.',
  },
  signedOut: {
    heading: 'Sign in to see your payment',
    text: 'Your session ended while you were on the payment page. If you paid, your payment is not affected.',
    signIn: 'Sign In',
  },
  nothing: {
    heading: 'There is no payment to show here',
    text: 'If you just paid, your payment is not affected and will appear on your account.',
  },
  cancelPage: {
    heading: 'Your payment has been canceled.',
    text: 'You can pay whenever you are ready.',
    done: 'Done',
    again: 'Try again',
  },
  tryAgain: 'Try again',
  home: 'Back to the home page',
  account: 'Back to your account',
  shared: 'Back to shared accounts',
  call: 'Questions? Call',
}
